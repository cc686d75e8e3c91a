import type { LogEvent } from '@symphony/domain';
import { EVERY_EVENT, entriesOf, item, NOW, status } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { tallyFrom } from '../../src/run/tally.ts';
import { plain } from '../../src/screen/paint.ts';
import { summaryLines } from '../../src/screen/summary-screen.ts';

process.env.TZ = 'UTC';
const moved = { ...EVERY_EVENT['item-moved'], reason: '' };
const usage = (tokens: number): LogEvent => ({
  type: 'agent-reported',
  item: 's-1',
  run: 'run-2',
  event: { type: 'usage', usage: { inputTokens: tokens, outputTokens: 0, usd: null } },
});

function tallyOf(events: readonly LogEvent[]) {
  const tally = tallyFrom(status({ items: [item('OLD-1', { state: 'needs_human', reason: 'no commits' })] }));
  for (const entry of entriesOf(events)) tally.hear(entry);
  return tally.summary();
}

const STORY: readonly LogEvent[] = [
  EVERY_EVENT['settings-applied'],
  EVERY_EVENT['item-seen'],
  EVERY_EVENT['run-started'],
  EVERY_EVENT['question-asked'],
  EVERY_EVENT['question-answered'],
  EVERY_EVENT['retry-scheduled'],
  EVERY_EVENT['run-ended'],
  EVERY_EVENT['handoff-returned'],
  { ...EVERY_EVENT['run-started'], run: 'run-2', player: 'codex' },
  usage(100),
  usage(150),
  { ...moved, to: 'handed_off', outcome: null },
  EVERY_EVENT['handoff-made'],
];

describe('the summary of a run', () => {
  test('knows what waits for approval, what it cost and that a price is unknown', () => {
    const summary = tallyOf(STORY);
    expect(
      summary.items.map(({ identifier, state, awaitsApproval }) => [identifier, state, awaitsApproval]),
    ).toEqual([
      ['OLD-1', 'needs_human', false],
      ['S-1', 'handed_off', true],
    ]);
    expect(summary.spend).toEqual({ inputTokens: 160, outputTokens: 5, usd: 0.5, unpriced: true });
    expect(summary.conflicts).toEqual([
      { item: 'S-1', why: 'conflict', solver: 'codex', how: null, solved: false },
    ]);
  });

  test('as lines at 80 columns', () => {
    const solved = { ...EVERY_EVENT['turn-ended'], item: 's-1', message: 'kept both sides\nof it' };
    const landed = [EVERY_EVENT['handoff-approved'], EVERY_EVENT['train-landed'], moved];
    const summary = tallyOf([...STORY, solved, ...landed]);
    const frame = {
      columns: 80,
      now: NOW,
      paint: plain,
      target: 'main',
      reason: 'nothing is left to do',
      log: '.symphony/log/events.jsonl',
      calls: { symphony: 'symphony', git: 'git' },
      rehearsed: false,
    };
    expect(summaryLines(summary, frame).join('\n')).toMatchInlineSnapshot(`
      "Ended: nothing is left to do
      Items      1 needs human, 1 merged
      Merged     S-1 at c0ffee1234
      Retries    S-1: checks failed
      Conflicts  S-1 conflicted with the target; codex solved it and it was merged
                 "kept both sides"
      Questions  S-1: Which one? — b (ada)
      Spend      at least $0.50 for 165 tokens; some prices are unknown

      Waiting for you
        OLD-1 no commits
          → symphony retry OLD-1

      Look next
        git log --graph --oneline main
        symphony status
        symphony events --item S-1
        .symphony/log/events.jsonl holds everything"
    `);
  });

  test('a question nobody answered stays open', () => {
    expect(tallyOf([EVERY_EVENT['item-seen'], EVERY_EVENT['question-asked']]).questions).toEqual([
      { item: 'S-1', question: 'Which one?', answer: null, by: null },
    ]);
  });

  test('M12 missions are told, their parts wait for nobody, and a mission is no item', () => {
    const part = EVERY_EVENT['mission-part-made'].part.item;
    const handed = { ...EVERY_EVENT['handoff-made'], item: part };
    const summary = tallyOf([
      EVERY_EVENT['mission-planned'],
      EVERY_EVENT['mission-part-made'],
      handed,
      EVERY_EVENT['deviation-decided'],
      EVERY_EVENT['mission-merged'],
      EVERY_EVENT['mission-purged'],
      { ...EVERY_EVENT['handoff-approved'], item: 'dates' },
      EVERY_EVENT['mission-ended'],
    ]);
    expect(summary.items.filter(({ awaitsApproval }) => awaitsApproval)).toEqual([]);
    expect(summary.items.map(({ identifier }) => identifier)).toEqual(['OLD-1', part]);
    expect(summary.missions).toMatchObject([
      { id: 'dates', title: 'Dates everywhere', outcome: 'done', merged: 1, left: 1, decided: 1, purged: 1 },
    ]);
  });
});
