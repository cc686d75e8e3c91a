import { type Stats, statSync } from 'node:fs';

/** What is at a path, or undefined when nothing is. What cannot be looked at throws, and becomes a finding. */
export const lookAt = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });
