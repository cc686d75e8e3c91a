import type { ItemView, StatusView } from '@symphony/domain';
import { isTroubled } from '@symphony/domain';
import { collisionWith, counted, duration, spendPhrase, whereabouts } from '@symphony/protocol/words';
import { itemWith } from '../model/board.ts';
import { lastPlan } from '../model/log-book.ts';
import type { ItemPane, Model } from '../model/model.ts';
import { transcript } from '../model/scroll.ts';
import { cut, wrapUpTo } from '../text/columns.ts';
import { reasonRows } from './reasons.ts';
import type { Room } from './room.ts';
import { storyRows } from './story.ts';

/** Below this many rows the facts are told in one line each. */
const LOW = 14;

export function itemRows(model: Model, room: Room): string[] {
  const { board, pane } = model;
  const item = itemWith(board, pane?.id ?? null);
  if (board === null) return [];
  if (pane === null || item === null) {
    const gone = pane === null ? 'No item is chosen.' : 'This item is no longer on the board.';
    return [room.paint('dim', cut(`${gone} Esc goes back to the board.`, room.columns))];
  }
  const facts = factRows(item, board, pane, model, room).slice(0, Math.max(1, room.rows - 3));
  const rest = { ...room, rows: room.rows - facts.length };
  return [
    ...facts,
    ...(pane.shows === 'reasons' ? reasonRows(item, pane.explain, rest) : transcriptRows(pane, rest)),
  ];
}

function factRows(item: ItemView, board: StatusView, pane: ItemPane, model: Model, room: Room): string[] {
  const { columns, paint, rows } = room;
  const most = rows < LOW ? 1 : 2;
  const asked = board.inbox.some((each) => each.item === item.identifier || each.item === item.id);
  const trouble = isTroubled(item) ? 'bad' : 'warn';
  return [
    paint('strong', cut(`${item.identifier}  ${item.title}`, columns)),
    ...wrapUpTo(factWords(item, board, model), columns, most).map((line) => paint('dim', line)),
    ...(item.reason ? wrapUpTo(item.reason, columns, most + 1).map((line) => paint(trouble, line)) : []),
    ...(asked ? [paint('bad', cut('It asks you something: 4 opens the inbox.', columns))] : []),
    ...(item.chamber && rows >= LOW
      ? [paint('dim', cut(`branch ${item.chamber.branch} · chamber ${item.chamber.path}`, columns))]
      : []),
    ...(pane.explain && pane.explain.next !== '' && pane.shows === 'transcript'
      ? wrapUpTo(`Next: ${pane.explain.next}`, columns, most)
      : []),
    ...planRows(pane, { ...room, rows: Math.floor(rows / 4) }),
  ];
}

function factWords(item: ItemView, board: StatusView, { now }: Model): string {
  const { run } = item;
  const collision = collisionWith(item.identifier, board.collisions);
  return [
    whereabouts(item, { ...board, at: now }),
    ...(item.mission === null ? [] : [`part of the mission ${item.mission}`]),
    ...(collision === null ? [] : [collision]),
    `${item.trackerState} on the tracker`,
    `attempt ${item.attempt}`,
    ...(item.retries > 0 ? [item.retries === 1 ? '1 retry' : `${item.retries} retries`] : []),
    ...(item.returns > 0 ? [`${counted(item.returns, 'return')} from the train`] : []),
    ...(run ? [`${run.player}, turn ${run.turn}, ${duration(now - run.startedAt)}`] : []),
    spendPhrase(item.spend),
    ...(item.mergedAs ? [`merged as ${item.mergedAs.slice(0, 10)}`] : []),
  ].join(' · ');
}

/** As much of the plan as fits, around the step that comes next. */
function planRows(pane: ItemPane, { columns, rows, paint }: Room): string[] {
  const steps = lastPlan(pane.book);
  if (steps.length === 0) return [];
  const done = steps.filter((step) => step.done).length;
  const title = paint('strong', `Plan (${done} of ${steps.length} done)`);
  if (rows < 3) return [title];
  const next = steps.findIndex((step) => !step.done);
  const from = Math.max(0, Math.min((next === -1 ? steps.length : next) - 1, steps.length - rows + 1));
  return [
    title,
    ...steps.slice(from, from + rows - 1).map((step) => {
      const line = cut(`[${step.done ? 'x' : ' '}] ${step.text}`, columns - 2);
      return step.done ? paint('dim', `  ${line}`) : `  ${line}`;
    }),
  ];
}

function transcriptRows(pane: ItemPane, room: Room): string[] {
  const { paint, columns } = room;
  const lines = transcript(pane.book.lines);
  const state = pane.bottom === null ? '' : ' (stopped; f follows)';
  const heading = paint('strong', cut(`Transcript${state}`, columns));
  if (lines.length === 0) return [heading, paint('dim', cut('Nothing has been recorded yet.', columns))];
  return [heading, ...storyRows(lines, pane.bottom, { ...room, rows: room.rows - 1 })];
}
