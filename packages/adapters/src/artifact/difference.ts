import { type Artifact, type ArtifactDiff, isTextual } from '@symphony/domain';

/** Larger texts are compared by their hash and size: nobody reads such a patch. */
const LARGEST = 2 * 1024 * 1024;
/** Texts with next to nothing in common cost the square of their length. */
const PATIENCE_MS = 2_000;

/** How two contents differ; `text` is asked for only when lines can be compared. */
export async function difference(
  before: Artifact,
  after: Artifact,
  text: (artifact: Artifact) => Promise<string>,
): Promise<ArtifactDiff> {
  if (before.hash === after.hash) return { kind: 'same' };
  const inBytes = (reason: string): ArtifactDiff => ({
    kind: 'bytes',
    reason,
    sizes: [before.size, after.size],
  });
  if (![before, after].every(({ contentType }) => isTextual(contentType)))
    return inBytes('at least one of them is not text');
  if (Math.max(before.size, after.size) > LARGEST)
    return inBytes('they are too large to compare line by line');
  // Loaded when it is needed: most processes never compare anything.
  const { createTwoFilesPatch } = await import('diff');
  const texts = [await text(before), await text(after)] as const;
  const patch = createTwoFilesPatch(label(before), label(after), ...texts, undefined, undefined, {
    context: 3,
    timeout: PATIENCE_MS,
  });
  return patch === undefined ? inBytes('they have too little in common') : { kind: 'text', patch };
}

const label = ({ name, version }: Artifact): string => `${name}@${version}`;
