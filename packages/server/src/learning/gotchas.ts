import { createHash } from 'node:crypto';

/**
 * GOTCHAS.md: what a mission found out the hard way, as rules for the next ones. People may write into
 * it what they like. What Symphony added carries a line that says from where, with a checksum: an entry
 * that differs from it is a person's from then on and never dropped for a newer one. How far the log is
 * read stands in the file too, so what a person took out does not come back.
 */
export interface Gotcha {
  readonly rule: string;
  readonly why: string;
  readonly violations: string;
  /** `2026-11-16` */
  readonly date: string;
  /** Where it comes from: `units D2`. */
  readonly from: string;
}

export const MOST_RULES = 20;

const HEADING = `# Gotchas

What earlier missions found out the hard way. Agents of the next ones are told every rule here. Change
or remove what you like; Symphony adds to it and keeps at most ${MOST_RULES} rules.
`;

const POSITION = /^<!-- read up to entry (\d+) -->$/m;
const ORIGIN = /^<!-- from (.+), ([0-9a-f]{8}) -->$/m;
const RULE = /^[\s>*-]*\**Rule:?\**:?\s*(.+)$/im;

export interface GotchaText {
  /** The last entry of the log it tells of. */
  readonly position: number;
  /** All before the first entry. */
  readonly opening: string;
  /** One from each `##` heading to the next. */
  readonly entries: readonly string[];
}

export function readGotchas(text: string | null): GotchaText {
  if (text === null) return { position: 0, opening: HEADING, entries: [] };
  const position = Number(POSITION.exec(text)?.[1] ?? 0);
  const [opening = '', ...rest] = text.replace(POSITION, '').split(/^(?=## )/m);
  return { position, opening: `${opening.trimEnd()}\n`, entries: rest.map((each) => each.trimEnd()) };
}

/** With what is new, at most twenty rules: the oldest that nobody touched make room. */
export function addGotchas(text: GotchaText, found: readonly Gotcha[], position: number): GotchaText {
  const known = new Set(text.entries.map((each) => plain(ruleIn(each) ?? '')));
  const fresh = found.filter(({ rule }) => {
    const said = plain(rule);
    if (said === '' || known.has(said)) return false;
    known.add(said);
    return true;
  });
  const entries = [...text.entries, ...fresh.map(entryOf)];
  for (let at = 0; entries.length > MOST_RULES && at < entries.length; ) {
    if (isUntouched(entries[at] ?? '')) entries.splice(at, 1);
    else at += 1;
  }
  return { ...text, position, entries };
}

export const formatGotchas = ({ opening, entries, position }: GotchaText): string =>
  `${[opening.trimEnd(), ...entries, `<!-- read up to entry ${position} -->`].join('\n\n')}\n`;

/** The rules, one sentence each. */
export const lessonsIn = ({ entries }: GotchaText): readonly string[] =>
  entries.flatMap((entry) => {
    const rule = ruleIn(entry);
    return rule === null ? [] : [sentence(rule)];
  });

function entryOf({ rule, why, violations, date, from }: Gotcha): string {
  const body = [
    `## ${date}: ${cut(rule, 80)}`,
    '',
    `- Rule: ${sentence(rule)}`,
    `- Why: ${sentence(why)}`,
    `- Violations will cause: ${sentence(violations)}`,
  ].join('\n');
  return `${body}\n\n<!-- from ${from}, ${checksum(body)} -->`;
}

function isUntouched(entry: string): boolean {
  const origin = ORIGIN.exec(entry);
  return origin !== null && checksum(entry.replace(ORIGIN, '').trimEnd()) === origin[2];
}

const ruleIn = (entry: string): string | null => RULE.exec(entry)?.[1]?.trim() || null;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const cut = (text: string, length: number): string => {
  const line = oneLine(text).replace(/[.!?]+$/, '');
  return line.length <= length ? line : `${line.slice(0, length - 1).trimEnd()}…`;
};

/** On one line, with an end, and no longer than a person reads. */
function sentence(text: string): string {
  const line = cut(text, 400);
  return line === '' ? 'Not told.' : `${line}${/[.!?…]$/.test(line) ? '' : '.'}`;
}

const checksum = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);
