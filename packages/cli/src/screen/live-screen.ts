import type { ItemView, StatusView } from '@symphony/domain';
import {
  askerWords,
  choicesWords,
  collisionWith,
  costOf,
  duration,
  groupOf,
  remedyOf,
  toneOf,
  whereabouts,
} from '@symphony/protocol/words';
import { type Cell, type Column, cut, table, widthOf } from './columns.ts';
import type { Frame } from './frame.ts';
import { harmless } from './harmless.ts';
import { missionRunLines } from './mission-lines.ts';
import type { Paint } from './paint.ts';
import { trainLines } from './train-line.ts';

export interface LiveFrame extends Frame {
  readonly rows: number;
  /** The last line: how to stop, or that it is stopping. */
  readonly hint: string;
}

const COLUMNS: readonly Column[] = [
  { max: 24 },
  { max: 12 },
  { max: 10 },
  { max: 7, align: 'right' },
  { max: 8, align: 'right' },
  { max: 'rest' },
];

/**
 * The live region: never taller than the terminal less one line (a full screen would scroll at
 * every update) and never wider, so that no line wraps. Items give way first, what waits for a
 * person last.
 */
export function liveLines(raw: StatusView, frame: LiveFrame): string[] {
  const view = harmless(raw);
  const head = [
    frame.paint('strong', cut(headline(view), frame.columns)),
    ...missionRunLines(view.missions, Math.floor(frame.rows / 6), frame),
  ];
  const tail = [
    ...attentionLines(view, frame),
    ...trainLines(view.train, frame.columns, frame.paint),
    frame.paint('dim', cut(frame.hint, frame.columns)),
  ];
  const room = Math.max(1, frame.rows - 1 - head.length - tail.length);
  return [...head, ...itemLines(view, frame, room), ...tail].slice(0, Math.max(1, frame.rows - 1));
}

function headline(view: StatusView): string {
  const count = (group: string) => view.items.filter((item) => groupOf(item, view) === group).length;
  const merged = view.items.filter((item) => item.outcome === 'merged').length;
  const needed = count('needs-you') + view.missions.filter(({ needsYou }) => needsYou).length;
  const parts = [
    `${count('working')} working`,
    `${count('waiting')} waiting`,
    `${needed} need${needed === 1 ? 's' : ''} you`,
    `${merged} merged`,
    ...(costOf(view.spend.today) ? [`${costOf(view.spend.today)} today`] : []),
    ...(view.draining ? ['draining'] : []),
  ];
  return parts.join(' · ');
}

function itemLines(view: StatusView, frame: LiveFrame, room: number): string[] {
  if (view.items.length === 0 && view.missions.some(({ endedAt }) => endedAt === null)) return [];
  if (view.items.length === 0) {
    return [cut('Nothing is on the board yet → symphony board add "…" in another terminal', frame.columns)];
  }
  const live = view.items.filter((item) => isLive(item, view));
  const shown = live.length > room ? live.slice(0, Math.max(0, room - 1)) : live;
  const lines = table(
    shown.map((item) => row(item, view, frame)),
    COLUMNS,
    frame.columns,
    frame.paint,
  );
  if (shown.length < live.length) lines.push(frame.paint('dim', `… and ${live.length - shown.length} more`));
  return lines;
}

/** Something is happening with it now, or will at a known time. */
const isLive = (item: ItemView, view: StatusView): boolean =>
  item.run !== null ||
  item.state === 'completed' ||
  item.state === 'queued' ||
  groupOf(item, view) === 'merging';

function row(item: ItemView, view: StatusView, { now }: LiveFrame): Cell[] {
  const collision = collisionWith(item.identifier, view.collisions);
  return [
    { text: item.identifier, style: 'strong' },
    { text: whereabouts(item, view), style: toneOf(item) },
    { text: item.run?.player ?? '', style: 'dim' },
    { text: item.run ? duration(now - item.run.startedAt) : '', style: 'dim' },
    { text: costOf(item.spend), style: 'dim' },
    { text: [...(collision === null ? [] : [collision]), item.run?.lastMessage || item.title].join(' · ') },
  ];
}

/** Problems and what waits for a person, each in one line with its command. */
function attentionLines(view: StatusView, { columns, rows, paint }: LiveFrame): string[] {
  const asked = view.inbox.map(({ question, ...asker }) => {
    const text = `? ${askerWords(asker)} asks: ${question.text}`;
    return paint(
      'warn',
      withRemedy(text, choicesWords(question.choices), `symphony answer ${asker.item} …`, columns),
    );
  });
  const problems = view.problems.map((problem) => paint('bad', cut(`! ${problem}`, columns)));
  const stuck = view.items.filter(
    (item) =>
      groupOf(item, view) === 'needs-you' && !view.inbox.some((each) => each.item === item.identifier),
  );
  const lines = [...asked, ...problems, ...stuck.map((item) => stuckLine(item, view, columns, paint))];
  const most = Math.max(2, Math.floor(rows / 3));
  if (lines.length <= most) return lines;
  const hidden = lines.length - most + 1;
  return [...lines.slice(0, most - 1), paint('dim', `… and ${hidden} more (symphony status)`)];
}

function stuckLine(item: ItemView, view: StatusView, columns: number, paint: Paint): string {
  const text = `${item.identifier} ${item.reason || whereabouts(item, view)}`;
  const approving = item.state === 'handed_off';
  const line = withRemedy(`${approving ? '?' : '✗'} ${text}`, '', remedyOf(item, view) ?? '', columns);
  return paint(approving ? 'warn' : 'bad', line);
}

/** The words give way to the command and, where they fit, to the choices: that is what the person needs. */
function withRemedy(text: string, choices: string, remedy: string, columns: number): string {
  const room = columns - widthOf(remedy) - 3;
  const kept = room - widthOf(choices) >= 30 ? choices : '';
  return cut(`${cut(text, Math.max(20, room - widthOf(kept)))}${kept} → ${remedy}`, columns);
}
