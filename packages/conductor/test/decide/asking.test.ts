import type { AgentEvent, PermissionPolicy, Settings } from '@symphony/domain';
import { SETTINGS } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { Scene } from './scene.ts';

const rule = (tool: string, command: string | null = null) => ({ tool, command, path: null });

const POLICY: PermissionPolicy = {
  allow: [rule('Read'), rule('Bash', 'git *')],
  ask: [],
  deny: [rule('Bash', 'git push*')],
  otherwise: 'ask',
};

const asks = (command: string, tool = 'Bash'): AgentEvent => ({
  type: 'permission',
  request: { id: 'p-1', tool, summary: command, command, paths: [] },
});

function scene(settings: Partial<Settings> = {}): Scene {
  const set = new Scene(['A'], { permissions: POLICY, ...settings }).until('turn');
  return set;
}

test.each([
  ['git commit -m x', 'allow'],
  ['git push origin', 'deny'],
])('C20 what the policy settles is answered at once: %s', (command, verdict) => {
  const set = scene();
  set.hear('A', set.run().id, asks(command));
  expect(set.waiting('answer-agent')).toMatchObject([{ question: 'p-1', text: verdict }]);
  expect(set.events('permission-judged')).toMatchObject([{ tool: 'Bash', verdict }]);
  expect(set.state.questions.size).toBe(0);
});

test('C20 what it does not settle goes to the inbox, and is refused when nobody answers in time', () => {
  const set = scene({ inbox: { waitMs: 60_000, unanswered: 'deny' } });
  set.hear('A', set.run().id, asks('make install'));
  expect([...set.state.questions.values()]).toMatchObject([
    { question: { id: 'p-1', choices: ['allow', 'deny'], permission: { command: 'make install' } } },
  ]);
  expect(set.waiting('answer-agent')).toEqual([]);
  set.now += 60_000;
  set.say({ type: 'wake' });
  expect(set.waiting('answer-agent')).toMatchObject([{ question: 'p-1', text: 'deny' }]);
});

test('C20 a person may allow it', () => {
  const set = scene();
  set.hear('A', set.run().id, asks('make install'));
  set.command({ name: 'answer', item: 'A', question: null, text: 'allow', by: 'ada' });
  expect(set.waiting('answer-agent')).toMatchObject([{ question: 'p-1', text: 'allow' }]);
});

test('a question the agent took back is no longer asked', () => {
  const set = scene();
  set.hear('A', set.run().id, asks('make install'));
  set.hear('A', set.run().id, { type: 'withdrawn', id: 'p-1' });
  expect(set.state.questions.size).toBe(0);
  // One that was never asked changes nothing.
  const before = set.log.length;
  set.hear('A', set.run().id, { type: 'withdrawn', id: 'p-9' });
  expect(set.events('question-withdrawn', before)).toEqual([]);
});

test('C20 a question without an answer of its own is answered after the time the inbox waits', () => {
  const set = scene({ inbox: { waitMs: 60_000, unanswered: 'deny' } });
  const question = { id: 'q', text: 'Which?', choices: [], defaultAnswer: null, defaultAfterMs: null };
  set.hear('A', set.run().id, { type: 'question', question });
  set.now += 60_000;
  set.say({ type: 'wake' });
  expect(set.take('answer-agent').text).toMatch(/^Nobody answered/);
});

test.each([
  ['standard', 'allow'],
  ['off', 'ask'],
] as const)('without a word about it, an agent in sandbox %s: %s', (sandbox, verdict) => {
  const players = { first: { ...SETTINGS.players.first, agent: 'x', sandbox } } as Settings['players'];
  const set = scene({ players, permissions: { ...POLICY, otherwise: null } });
  set.hear('A', set.run().id, asks('make install'));
  expect(set.state.questions.size).toBe(verdict === 'ask' ? 1 : 0);
  expect(set.waiting('answer-agent')).toHaveLength(verdict === 'allow' ? 1 : 0);
});
