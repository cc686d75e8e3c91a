/** An offer over at the code host as a person reads of it. */
export interface ProposalView {
  readonly ref: string;
  /** Where a person reads it. */
  readonly url: string | null;
  /** Where it stands and what it waits for, in a person's words. */
  readonly standing: string;
}
