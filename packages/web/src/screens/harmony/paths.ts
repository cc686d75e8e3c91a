/** Where the parts of the Harmony Board are. */
export const SHELF = '/harmony';
export const ITEMS = '/harmony/items';
export const melodyPath = (name: string): string => `/harmony/m/${encodeURIComponent(name)}`;
export const runPath = (run: string): string => `/harmony/run/${encodeURIComponent(run)}`;
