import { stripVTControlCharacters } from 'node:util';

/** The part of a job's log that says what went wrong. Pure. */

/** More of a log is not looked through; what went wrong is told near its end. */
const LOOKED_THROUGH = 2 * 2 ** 20;
const LONGEST_LINE = 400;
/** What is around a sign of failure: what it belongs to, and what is said about it. */
const BEFORE = 1;
const AFTER = 4;
const GAP = '…';

export function relevantPart(log: string, limit: number): string {
  const lines = failedStep(plainLines(log.slice(-LOOKED_THROUGH)));
  const whole = lines.join('\n').trim();
  return whole.length <= limit ? whole : withGaps(lines, chosen(lines, limit));
}

const TIME = /^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z ?/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** Without times and colours, and of what was written over and over only how it ended. */
const plainLines = (log: string): string[] =>
  stripVTControlCharacters(log)
    .split(/\r*\n/)
    .map((line) => lastWritten(line.replace(TIME, '')).replace(CONTROL, ''))
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}${GAP}` : line));

const lastWritten = (line: string): string => line.slice(line.trimEnd().lastIndexOf('\r') + 1);

/** From where the step that failed begins to its last error: what follows is tidying up, and what was before passed. */
function failedStep(lines: readonly string[]): readonly string[] {
  const end = lines.findLastIndex((line) => line.startsWith('##[error]'));
  const upTo = end < 0 ? lines : lines.slice(0, end + 1);
  const start = upTo.findLastIndex((line) => line.startsWith('##[group]Run '));
  return upTo
    .slice(Math.max(0, start))
    .filter((line) => line !== '##[endgroup]')
    .map((line) => line.replace(/^##\[group\]/, ''));
}

const SIGN =
  /^##\[error\]|\b(?:error|fail(?:ed|ure|s)?|fatal|panic(?:ked)?|\w*exception|traceback|assert\w*|not ok)\b|[✗✘✖×]/i;

/** What was run, the end, and from the top whatever looks like a failure: the first one is often the cause of the others. */
function chosen(lines: readonly string[], limit: number): ReadonlySet<number> {
  const kept = new Set<number>();
  let room = limit - 1 - GAP.length; // what is left out before the first
  const keep = (at: number): boolean => {
    const size = (lines[at] ?? '').length + 1 + 2 * GAP.length; // it may stand between two gaps
    if (kept.has(at) || at < 0 || at >= lines.length) return true;
    if (size > room) return false;
    room -= size;
    kept.add(at);
    return true;
  };
  const fromEnd = (until: number): void => {
    for (let at = lines.length - 1; at >= 0 && room > until && keep(at); at -= 1);
  };
  keep(0);
  fromEnd(limit / 2);
  for (const [at, line] of lines.entries())
    if (SIGN.test(line)) for (let near = at - BEFORE; near <= at + AFTER; near += 1) if (!keep(near)) break;
  fromEnd(0);
  return kept;
}

function withGaps(lines: readonly string[], kept: ReadonlySet<number>): string {
  if (kept.size === 0) return '';
  const told: string[] = [];
  for (const [at, line] of lines.entries())
    if (kept.has(at)) told.push(line);
    else if (told.at(-1) !== GAP) told.push(GAP);
  return told.join('\n').trim();
}
