/** From where, up to (not with) where, versions of a program are known to work. Null: no such bound. */
export interface VersionRange {
  readonly from: string | null;
  readonly before: string | null;
}

/** The first version in what a program prints; programs print other things around it. */
export const versionIn = (text: string): string | null =>
  /(?<![\d.])\d+\.\d+\.\d+(?:[-+][\w.+-]*\w)?/.exec(text)?.[0] ?? null;

/** Whether the version lies in the range. */
export const isKnown = (version: string, { from, before }: VersionRange): boolean =>
  (from === null || byNumber(version, from) >= 0) && (before === null || byNumber(version, before) < 0);

const byNumber = new Intl.Collator('en', { numeric: true }).compare;
