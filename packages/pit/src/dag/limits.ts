/** What a flow may take while it is played. */
export interface FlowLimits {
  /** Nodes at work at once. Can be changed on the way. */
  readonly parallel: number;
  /** How much there is of what nodes ask for; what is not named here is not limited. */
  readonly resources?: Readonly<Record<string, number>>;
  /** For the whole flow; null: no limit. */
  readonly timeoutMs: number | null;
  /** `halt`: after a failure nothing new starts. `continue`: everything that can still be played is. */
  readonly onError: 'halt' | 'continue';
}
