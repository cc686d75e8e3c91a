import type { Entry, ExplainView } from '@symphony/domain';
import { wordsOf } from '../words/event-words.ts';
import { cut, fit, wrap } from './columns.ts';
import type { Frame } from './frame.ts';
import { harmless } from './harmless.ts';
import { spendPhrase } from './money.ts';
import { dayAndTime } from './time.ts';

/** Why an item is where it is (C11), what comes next, and how it came here. */
export function explainLines(raw: ExplainView, history: readonly Entry[], frame: Frame): string[] {
  const { item, checks, next } = harmless(raw);
  const { columns, paint } = frame;
  const facts = [
    `state ${item.state}${item.outcome === 'none' ? '' : ` (${item.outcome})`}`,
    `${item.trackerState} on the tracker`,
    `attempt ${item.attempt}`,
    `${item.retries} failed`,
    spendPhrase(item.spend),
  ];
  const lines = [
    paint('strong', cut(`${item.identifier}  ${item.title}`, columns)),
    ...wrap(facts.join(' · '), columns).map((line) => paint('dim', line)),
    ...(item.reason ? wrap(item.reason, columns) : []),
    ...(item.chamber
      ? [paint('dim', cut(`branch ${item.chamber.branch} in ${item.chamber.path}`, columns))]
      : []),
  ];
  if (checks.length > 0)
    lines.push('', paint('strong', 'Checks'), ...checks.flatMap((check) => checkLines(check, frame)));
  lines.push('', paint('strong', 'Next'), ...wrap(next, columns - 2).map((line) => `  ${line}`));
  if (history.length > 0)
    lines.push('', paint('strong', 'Lately'), ...history.map((entry) => historyLine(entry, frame)));
  return lines;
}

function checkLines(check: ExplainView['checks'][number], { columns, paint }: Frame): string[] {
  const mark = check.ok ? paint('good', '✓') : paint('bad', '✗');
  const text = check.reason === '' ? check.name : `${check.name}: ${check.reason}`;
  return wrap(text, columns - 4).map((line, at) => (at === 0 ? `  ${mark} ${line}` : `    ${line}`));
}

function historyLine(raw: Entry, { columns, paint }: Frame): string {
  const entry = harmless(raw);
  const words = wordsOf(entry.event, (id) => id);
  return `  ${paint('dim', fit(dayAndTime(entry.at), 19))}  ${cut(words, columns - 23)}`;
}
