import type { Clock, FindingView } from '@symphony/domain';

/** Programs are looked for and asked: a page that is opened twice must not do that twice. */
const REMEMBERED_MS = 10_000;

/** At most one look at a time; whoever asks meanwhile, or shortly after, gets the same findings. */
export function rememberedFindings(
  look: () => Promise<readonly FindingView[]>,
  clock: Pick<Clock, 'now'>,
): () => Promise<readonly FindingView[]> {
  let looking: Promise<readonly FindingView[]> | null = null;
  let found: { readonly at: number; readonly findings: readonly FindingView[] } | null = null;
  return () => {
    if (looking) return looking;
    if (found && clock.now() - found.at < REMEMBERED_MS) return Promise.resolve(found.findings);
    looking = look()
      .then((findings) => {
        found = { at: clock.now(), findings };
        return findings;
      })
      .finally(() => {
        looking = null;
      });
    return looking;
  };
}
