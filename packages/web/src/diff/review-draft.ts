import type { ReviewComment } from '@symphony/domain';

/** Remarks that were written and not sent yet: at most one for a line. */
export interface ReviewDraft {
  readonly comments: readonly ReviewComment[];
  /** What is said about the whole. */
  readonly text: string;
}

export const NO_REMARKS: ReviewDraft = { comments: [], text: '' };

type Place = Pick<ReviewComment, 'path' | 'side' | 'line'>;

export const placeKey = ({ path, side, line }: Place): string => `${side} ${line} ${path}`;

/** Writes a remark, in the place of an earlier one for its line. An empty one takes it away. */
export function remark(draft: ReviewDraft, comment: ReviewComment): ReviewDraft {
  const key = placeKey(comment);
  const others = draft.comments.filter((each) => placeKey(each) !== key);
  const text = comment.text.trim();
  const comments = text === '' ? others : [...others, { ...comment, text }];
  return { ...draft, comments: comments.sort(byPlace) };
}

/** In the order in which they are read. */
const byPlace = (a: ReviewComment, b: ReviewComment): number =>
  a.path.localeCompare(b.path) || a.line - b.line || a.side.localeCompare(b.side);

export const isEmpty = (draft: ReviewDraft): boolean =>
  draft.comments.length === 0 && draft.text.trim() === '';

/** As kept by the browser. What cannot be read is no draft: another version may have written it. */
export function readDraft(kept: string | null): ReviewDraft {
  if (kept === null) return NO_REMARKS;
  try {
    const value: unknown = JSON.parse(kept);
    return isDraft(value) ? value : NO_REMARKS;
  } catch {
    return NO_REMARKS;
  }
}

const isDraft = (value: unknown): value is ReviewDraft =>
  isRecord(value) &&
  typeof value.text === 'string' &&
  Array.isArray(value.comments) &&
  value.comments.every(isComment);

const isComment = (value: unknown): value is ReviewComment =>
  isRecord(value) &&
  typeof value.path === 'string' &&
  typeof value.line === 'number' &&
  (value.side === 'old' || value.side === 'new') &&
  typeof value.text === 'string';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
