import type { AgentQuestion } from '@symphony/domain';
import { askerWords, duration } from '@symphony/protocol/words';
import { type Ask, asksOf, chosenAsk, defaultLeft } from '../model/asks.ts';
import { groupsOf } from '../model/board.ts';
import type { Model } from '../model/model.ts';
import { cut, fit, wrapUpTo } from '../text/columns.ts';
import { type Room, sliceAround } from './room.ts';

export function inboxRows(model: Model, room: Room): string[] {
  const asks = asksOf(model.board);
  const chosen = chosenAsk(model);
  if (chosen === null) return emptyRows(model, room);
  const most = Math.max(1, Math.min(asks.length, Math.floor(room.rows / 3)));
  const { from, to } = sliceAround(
    asks.length,
    asks.findIndex(({ key }) => key === chosen.key),
    most,
  );
  const list = asks.slice(from, to).map((ask) => askRow(ask, ask.key === chosen.key, model, room));
  const rest = { ...room, rows: room.rows - list.length - 1 };
  const full = chosen.kind === 'question' ? questionRows(chosen, model, rest) : approvalRows(chosen, rest);
  return [...list, '', ...full.slice(0, rest.rows)];
}

/** An empty inbox is not the same as nothing to do: failed items and a held train wait on the board. */
function emptyRows({ board }: Model, { columns, paint }: Room): string[] {
  if (board === null) return [];
  const stuck = groupsOf(board).find(({ group }) => group === 'needs-you')?.items.length ?? 0;
  const text =
    stuck === 0 && board.train.held === null
      ? 'The inbox is empty: nothing waits for you.'
      : 'Nobody asks and nothing is to be approved, but the board shows what needs you (1).';
  return wrapUpTo(text, columns, 2).map((line) => paint('dim', line));
}

function askRow(ask: Ask, chosen: boolean, { now }: Model, { columns, paint }: Room): string {
  const mark = chosen ? '> ' : '  ';
  const text =
    ask.kind === 'question'
      ? `${askerWords(ask.view)} asks, ${duration(now - ask.view.askedAt)} ago: ${ask.view.question.text}`
      : `${ask.item.identifier} waits for your approval: ${ask.item.title}`;
  return chosen ? paint('chosen', fit(`> ${text}`, columns)) : `${mark}${cut(text, columns - 2)}`;
}

export function questionRows(
  { view }: Extract<Ask, { kind: 'question' }>,
  model: Model,
  room: Room,
): string[] {
  const { columns, rows, paint } = room;
  const { question } = view;
  const { permission, choices } = question;
  const asks = permission ? `asks leave for ${permission.tool}` : 'asks';
  const left = defaultLeft(view, model.now);
  const after = [
    ...choices
      .slice(0, 9)
      .map((choice, at) => paint('accent', `  ${cut(`${at + 1}) ${choice}`, columns - 2)}`)),
    ...(left === '' ? [] : [paint('warn', cut(left, columns))]),
  ];
  return [
    paint('warn', cut(`${askerWords(view)} ${asks}`, columns)),
    // The choices must be seen even when the question is long.
    ...wrapUpTo(questionText(question), columns, Math.max(1, rows - after.length - 1)),
    ...after,
  ];
}

/** Whoever gives leave must have seen the whole command, not only what the agent says of it. */
function questionText({ text, permission }: AgentQuestion): string {
  const { command = null, paths = [] } = permission ?? {};
  return [
    text,
    ...(command !== null && !text.includes(command) ? [`$ ${command}`] : []),
    ...(paths.length > 0 ? [`writes ${paths.join(', ')}`] : []),
  ].join('\n');
}

const approvalRows = ({ item }: Extract<Ask, { kind: 'approval' }>, { columns, paint }: Room): string[] => [
  paint('warn', cut(`${item.identifier} is finished and proved, and waits for your approval:`, columns)),
  ...wrapUpTo(item.title, columns, 3),
  ...(item.chamber ? [paint('dim', cut(`branch ${item.chamber.branch}`, columns))] : []),
  cut('a lets it into the merge train; Enter opens it.', columns),
];
