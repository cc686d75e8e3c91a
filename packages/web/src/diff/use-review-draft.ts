import type { ReviewComment } from '@symphony/domain';
import { useCallback, useState } from 'react';
import { NO_REMARKS, type ReviewDraft, readDraft, remark } from './review-draft.ts';

export interface Review {
  readonly draft: ReviewDraft;
  remark(comment: ReviewComment): void;
  say(text: string): void;
  clear(): void;
}

/** Remarks survive leaving the page and loading it anew, in this tab. */
export function useReviewDraft(item: string): Review {
  const key = `symphony-review ${item}`;
  const [draft, setDraft] = useState<ReviewDraft>(() => readDraft(window.sessionStorage.getItem(key)));
  const change = useCallback(
    (next: (before: ReviewDraft) => ReviewDraft) =>
      setDraft((before) => {
        const after = next(before);
        window.sessionStorage.setItem(key, JSON.stringify(after));
        return after;
      }),
    [key],
  );
  return {
    draft,
    remark: useCallback((comment) => change((before) => remark(before, comment)), [change]),
    say: useCallback((text) => change((before) => ({ ...before, text })), [change]),
    clear: useCallback(() => change(() => NO_REMARKS), [change]),
  };
}
