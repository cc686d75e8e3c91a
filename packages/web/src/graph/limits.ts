/** Drawn node by node up to here; beyond, in groups that open. */
export const MOST_SINGLE = 1_500;
