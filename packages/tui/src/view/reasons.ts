import type { ExplainView, ItemView } from '@symphony/domain';
import { dayAndTime } from '@symphony/protocol/words';
import { cut, wrap } from '../text/columns.ts';
import type { Room } from './room.ts';

/** Why an item is where it is (C11), and what comes next. */
export function reasonRows(item: ItemView, explain: ExplainView | null, room: Room): string[] {
  const { columns, paint } = room;
  if (explain === null) return [paint('dim', cut('Asking the conductor why.', columns))];
  const title = (text: string) => paint('strong', text);
  const block = (text: string) => wrap(text, columns - 2).map((line) => `  ${line}`);
  const { checks, contention, next } = explain;
  return [
    ...(checks.length > 0 ? [title('Checks'), ...checks.flatMap((check) => checkRows(check, room))] : []),
    ...(contention !== null && contention !== next ? [title('Slots'), ...block(contention)] : []),
    title('Next'),
    ...block(next),
    title('More'),
    ...block(moreWords(item)),
  ].slice(0, room.rows);
}

function checkRows(check: ExplainView['checks'][number], { columns, paint }: Room): string[] {
  const mark = check.ok ? paint('good', '✓') : paint('bad', '✗');
  const text = check.reason === '' ? check.name : `${check.name}: ${check.reason}`;
  return wrap(text, columns - 4).map((line, at) => (at === 0 ? `  ${mark} ${line}` : `    ${line}`));
}

const moreWords = (item: ItemView): string =>
  [
    `in this state since ${dayAndTime(item.changedAt)}`,
    ...(item.priority === null ? [] : [`priority ${item.priority}`]),
    ...(item.labels.length > 0 ? [`labels ${item.labels.join(', ')}`] : []),
    ...(item.blockedBy.length > 0 ? [`waits for ${item.blockedBy.join(', ')}`] : []),
    ...(item.url ? [item.url] : []),
  ].join(' · ');
