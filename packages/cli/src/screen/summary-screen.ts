import { isTroubled, tokensOf } from '@symphony/domain';
import { firstLine, short, spendPhrase } from '@symphony/protocol/words';
import type { Invocation } from '../invocation.ts';
import type { Conflict, ItemEnd, MissionEnd, Summary } from '../run/summary.ts';
import { cut, wrap } from './columns.ts';
import type { Frame } from './frame.ts';
import { harmless } from './harmless.ts';

export interface SummaryFrame extends Frame {
  readonly target: string;
  /** Why it ended. */
  readonly reason: string;
  /** Where the readable log is. */
  readonly log: string;
  readonly calls: Invocation;
  /** Only the rehearsal player played: what it spent stands in its scripts. */
  readonly rehearsed: boolean;
}

/** The end of `symphony run`: what came of it, what waits for a person, where to look next. */
export function summaryLines(raw: Summary, frame: SummaryFrame): string[] {
  const summary = harmless(raw);
  const { columns, paint } = frame;
  const facts: [string, readonly string[]][] = [
    ['Items', [byState(summary.items) || 'none']],
    ['Missions', summary.missions.map(missionWords)],
    ['Merged', summary.merged.map(({ item, commit }) => `${item} at ${short(commit)}`)],
    ['Retries', summary.retries.map(({ item, error }) => `${item}: ${firstLine(error)}`)],
    ['Conflicts', summary.conflicts.flatMap(conflictWords)],
    ['Questions', summary.questions.map(questionWords)],
    ['Spend', [spendWords(summary, frame)]],
  ];
  const lines = wrap(`Ended: ${frame.reason}`, columns).map((line) => paint('strong', line));
  for (const [name, values] of facts) lines.push(...factLines(name, values, frame));
  const waiting = [...summary.items.flatMap(waitingWords), ...summary.missions.flatMap(waitingMission)];
  if (waiting.length > 0) {
    lines.push('', paint('bad', 'Waiting for you'));
    for (const { text, remedy } of waiting) {
      lines.push(`  ${cut(text, columns - 2)}`, `    → ${frame.calls.symphony} ${remedy}`);
    }
  }
  return [...lines, '', ...nextLines(summary, frame)];
}

const spendWords = ({ spend }: Summary, { rehearsed }: SummaryFrame): string =>
  rehearsed && tokensOf(spend) + spend.usd > 0
    ? `${spendPhrase(spend)}, as scripted; nothing was paid`
    : spendPhrase(spend);

const NAME_WIDTH = 11;
const MOST = 8;

function factLines(name: string, values: readonly string[], { columns, paint }: SummaryFrame): string[] {
  if (values.length === 0) return [];
  const shown = values.length > MOST ? values.slice(0, MOST - 1) : values;
  const more = values.length > shown.length ? [`… and ${values.length - shown.length} more`] : [];
  return [...shown, ...more].map((value, at) => {
    const label = (at === 0 ? name : '').padEnd(NAME_WIDTH);
    return `${paint('dim', label)}${cut(value, columns - NAME_WIDTH)}`;
  });
}

function byState(items: readonly ItemEnd[]): string {
  const counts = new Map<string, number>();
  for (const item of items) {
    const state =
      item.state === 'open' && item.outcome !== 'none' ? item.outcome : item.state.replace('_', ' ');
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
}

function missionWords({ id, outcome, step, phase, cycle, reason, ...counts }: MissionEnd): string {
  const what = outcome ?? (phase === null ? step : `${phase}, cycle ${cycle}: ${step}`);
  const parts = [
    [counts.merged, 'merged'],
    [counts.left, 'left out'],
    [counts.decided, counts.decided === 1 ? 'deviation decided' : 'deviations decided'],
    [counts.purged, counts.purged === 1 ? 'mark purged' : 'marks purged'],
  ] as const;
  const told = parts.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  return `${id} ${what}${told.length === 0 ? '' : ` (${told.join(', ')})`}${reason === '' ? '' : `: ${firstLine(reason)}`}`;
}

/** One that is not over goes on by itself at the next start, or says there what it waits for. */
const waitingMission = ({ id, title, outcome }: MissionEnd): { text: string; remedy: string }[] =>
  outcome === null ? [{ text: `${id} is not over: ${title}`, remedy: `mission status ${id}` }] : [];

function conflictWords({ item, why, solver, how, solved }: Conflict): string[] {
  const what =
    why === 'conflict' ? 'conflicted with the target' : 'failed its checks together with the target';
  if (!solved)
    return [`${item} ${what}; ${solver ? `${solver} got it back, not solved yet` : 'not solved yet'}`];
  return [
    `${item} ${what}; ${solver ?? 'its author'} solved it and it was merged`,
    ...(how ? [`  "${how}"`] : []),
  ];
}

function questionWords({ item, question, answer, by }: Summary['questions'][number]): string {
  return `${item}: ${question} — ${answer === null ? 'no answer yet' : `${answer} (${by})`}`;
}

function waitingWords(item: ItemEnd): { text: string; remedy: string }[] {
  const { identifier, state } = item;
  if (isTroubled(item))
    return [
      {
        text: `${identifier} ${item.reason || state.replace('_', ' ')}`,
        remedy: `retry ${identifier}`,
      },
    ];
  if (state === 'handed_off' && item.awaitsApproval)
    return [
      {
        text: `${identifier} is finished and proved: ${item.title}`,
        remedy: `approve ${identifier}`,
      },
    ];
  if (state === 'paused')
    return [{ text: `${identifier} is paused: ${item.title}`, remedy: `resume ${identifier}` }];
  return [];
}

/** Each on a line of its own and never cut: they are there to be copied. */
function nextLines(summary: Summary, { paint, target, log, calls }: SummaryFrame): string[] {
  const told = [...summary.conflicts, ...summary.retries, ...summary.questions][0]?.item;
  const item = told ?? summary.items[0]?.identifier;
  const commands = [
    `${calls.git} log --graph --oneline ${target}`,
    `${calls.symphony} status`,
    ...(item === undefined ? [] : [`${calls.symphony} events --item ${item}`]),
  ];
  return ['Look next', ...commands.map((each) => `  ${each}`), `  ${log} holds everything`].map((line) =>
    paint('dim', line),
  );
}
