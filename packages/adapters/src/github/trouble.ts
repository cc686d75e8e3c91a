/** What can go wrong before GitHub's answer can be used. Its words never hold a header or a body. */
export type TroubleKind =
  | 'timeout'
  | 'unreachable'
  | 'truncated' // the body ended early, or is no JSON although it says so
  | 'too-large'
  | 'resting' // a limit was told: nothing is sent until it is over
  | 'foreign' // an address outside the configured endpoint
  | 'circular'; // pages that lead back to themselves, or never end

export class Trouble extends Error {
  readonly kind: TroubleKind;
  readonly retryAfterMs: number | null;
  constructor(kind: TroubleKind, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = 'Trouble';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Octokit wraps what its `fetch` throws; the trouble is what it wraps. */
export function troubleIn(error: unknown): Trouble | null {
  if (error instanceof Trouble) return error;
  return error instanceof Error && error.cause !== undefined ? troubleIn(error.cause) : null;
}
