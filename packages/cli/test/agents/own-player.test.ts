import { join } from 'node:path';
import type { Step } from '@symphony/testkit';
import { expect } from 'vitest';
import { type Concert, type ConcertOptions, concert } from './concert.ts';
import { progress } from './scripts.ts';

/** No program is needed but Symphony itself: the built-in player, with a scripted model behind it. */
const own = (more: Readonly<Record<string, unknown>> = {}): ConcertOptions => ({
  agents: [],
  config: {
    players: { own: { agent: 'symphony', model: 'anthropic/claude-sonnet-4-5' } },
    default_player: 'own',
    verify: ['node --test'],
    ...more,
  },
});

const BROKEN = {
  'sum.mjs': 'export const sum = (a, b) => a - b;\n',
  'sum.test.mjs': `import assert from 'node:assert';
import { test } from 'node:test';
import { sum } from './sum.mjs';

test('two and two', () => assert.equal(sum(2, 2), 4));
`,
};

/** As a model works that knows its craft: looks, edits, runs the tests, commits. */
const REPAIR: readonly Step[] = [
  { tool: { name: 'search__text', input: { pattern: 'sum' } } },
  { tool: { name: 'files__read', input: { path: 'sum.mjs' } } },
  progress('found it', 50),
  { tool: { name: 'files__edit', input: { path: 'sum.mjs', old: 'a - b', new: 'a + b' } } },
  { run: 'node --test' },
  { tool: { name: 'git__commit', input: { message: 'Add instead of taking away' } } },
  { say: 'sum adds now; the test passes.' },
];

async function repair({ stage, model, ask, agents, env }: Concert): Promise<void> {
  await stage.repository.commit(BROKEN, 'Begin with a mistake');
  ask('S-1', REPAIR);
  expect(await stage.playToTheEnd()).toMatchObject({ code: 0 });

  const { events } = stage;
  expect(await stage.repository.read('sum.mjs', 'main')).toContain('a + b');
  expect(events.of('evidence-recorded', 'S-1').map(({ evidence }) => evidence.passed)).toEqual([true]);
  expect(events.of('tool-reported', 'S-1').map(({ report }) => report)).toEqual([
    { kind: 'progress', text: 'found it', percent: 50 },
  ]);
  const { inputTokens, outputTokens } = model.spent();
  const item = await stage.item('S-1');
  expect(item).toMatchObject({
    outcome: 'merged',
    attempt: 1,
    retries: 0,
    spend: { inputTokens, outputTokens, unpriced: false },
  });
  expect(item.spend.usd).toBeGreaterThan(0);
  expect(model.requests.filter(({ wire }) => wire === 'anthropic')).toHaveLength(REPAIR.length);
  expect(await agents()).toEqual([]);
  const log = await stage.repository.at(join(stage.path, '.symphony', 'log')).read('events.jsonl');
  expect(log).not.toContain(env.ANTHROPIC_API_KEY);
}

concert(
  'R4 C18 the built-in player, confined, mends a failing test and it is merged with its proof',
  own(),
  repair,
);

concert(
  'R4 C18 the same where nothing confines it and its rules allow what it does',
  own({ sandbox: { profile: 'off' }, permissions: { otherwise: 'allow' } }),
  repair,
);
