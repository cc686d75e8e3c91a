import type { Entry, ExplainView } from '@symphony/domain';
import { dayAndTime, spendPhrase, weightOf, wordsOf } from '@symphony/protocol/words';
import { cut, fit, wrap } from './columns.ts';
import type { Frame } from './frame.ts';
import { harmless } from './harmless.ts';

/** Why an item is where it is (C11), what comes next, and how it came here. */
export function explainLines(raw: ExplainView, history: readonly Entry[], frame: Frame): string[] {
  const { item, checks, contention, next } = harmless(raw);
  const { columns, paint } = frame;
  const facts = [
    ...(item.mission === null ? [] : [`part of the mission ${item.mission}`]),
    `state ${item.state}${item.outcome === 'none' ? '' : ` (${item.outcome})`}`,
    `${item.trackerState} on the tracker`,
    `attempt ${item.attempt}`,
    item.retries === 1 ? '1 retry' : `${item.retries} retries`,
    spendPhrase(item.spend),
  ];
  const lines = [
    paint('strong', cut(`${item.identifier}  ${item.title}`, columns)),
    ...wrap(facts.join(' · '), columns).map((line) => paint('dim', line)),
    ...(item.reason ? wrap(item.reason, columns) : []),
    ...(item.chamber
      ? [item.chamber.branch && `branch ${item.chamber.branch}`, `chamber ${item.chamber.path}`]
          .filter((line) => line !== '')
          .flatMap((line) => wrap(line, columns))
          .map((line) => paint('dim', line))
      : []),
  ];
  if (checks.length > 0)
    lines.push('', paint('strong', 'Checks'), ...checks.flatMap((check) => checkLines(check, frame)));
  if (contention !== null && contention !== next)
    lines.push('', paint('strong', 'Slots'), ...wrap(contention, columns - 2).map((line) => `  ${line}`));
  lines.push('', paint('strong', 'Next'), ...wrap(next, columns - 2).map((line) => `  ${line}`));
  if (history.length > 0)
    lines.push('', paint('strong', 'Lately'), ...history.flatMap((entry) => historyLines(entry, frame)));
  return lines;
}

function checkLines(check: ExplainView['checks'][number], { columns, paint }: Frame): string[] {
  const mark = check.ok ? paint('good', '✓') : paint('bad', '✗');
  const text = check.reason === '' ? check.name : `${check.name}: ${check.reason}`;
  return wrap(text, columns - 4).map((line, at) => (at === 0 ? `  ${mark} ${line}` : `    ${line}`));
}

/** What ends or turns the item is told whole, the rest in one line. */
function historyLines(raw: Entry, { columns, paint }: Frame): string[] {
  const { at, event } = harmless(raw);
  const words = wordsOf(event, (id) => id);
  const room = columns - 23;
  const lines = weightOf(event) === 'outcome' ? wrap(words, room) : [cut(words, room)];
  return lines.map((line, row) => `  ${paint('dim', fit(row === 0 ? dayAndTime(at) : '', 19))}  ${line}`);
}
