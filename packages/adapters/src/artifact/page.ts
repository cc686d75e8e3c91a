/** How many a list or a search gives when nobody says. */
export const LISTED = 100;
export const FOUND = 20;
