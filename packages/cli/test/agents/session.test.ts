import { expect } from 'vitest';
import type { Stage } from '../scenarios/stage.ts';
import { type Concert, concert } from './concert.ts';
import { begins, commit, gate, long, openGate, PLAYERS, type Player } from './scripts.ts';

const sessionsOf = (stage: Stage, id: string): (string | null)[] =>
  stage.events
    .of('agent-reported', id)
    .flatMap(({ event }) => (event.type === 'started' ? [event.sessionId] : []));

const usedBy = (stage: Stage, id: string): number =>
  stage.events
    .of('agent-reported', id)
    .flatMap(({ event }) => (event.type === 'usage' ? [event.usage.inputTokens] : []))
    .at(-1) ?? 0;

/** `after` is looked at between the two runs. */
async function killed(agent: Player, each: Concert, after: (each: Concert) => Promise<void>): Promise<void> {
  const { stage, model, ask, agents } = each;
  ask('S-1', [...commit('one.txt'), long(agent)]);
  const first = await stage.play();
  await begins(stage, 'S-1', 'tick');
  expect((await agents()).length).toBeGreaterThan(0);
  first.kill('SIGKILL');
  await first.ended;
  await after(each);

  const told = usedBy(stage, 'S-1');
  expect(await stage.playToTheEnd()).toMatchObject({ code: 0 });
  const { events } = stage;
  const sessions = sessionsOf(stage, 'S-1');
  expect(sessions).toHaveLength(2);
  expect(new Set(sessions).size).toBe(1);
  expect(events.of('turn-started', 'S-1').map(({ kind }) => kind)).toEqual(['first', 'after-restart']);
  expect(events.of('run-started', 'S-1')).toHaveLength(1);
  expect(events.of('retry-scheduled')).toEqual([]);
  // What the agent sends to its model holds the whole conversation: its own memory is there again.
  // One that outlives its conductor may have called meanwhile: told by the words of the new turn.
  const resumed = model.requests.find(({ lastUserText }) => lastUserText.includes('Your process was ended'));
  expect(resumed?.userTexts[0]).toContain('WRITE: one.txt');
  const item = await stage.item('S-1');
  expect(item).toMatchObject({ outcome: 'merged', attempt: 1, retries: 0, spend: { unpriced: false } });
  // Nothing counts twice, and what was told is not forgotten. What a dying agent used may be told by nobody.
  expect(told).toBeGreaterThan(0);
  expect(item.spend.inputTokens).toBeGreaterThanOrEqual(told + (resumed?.usage?.inputTokens ?? Number.NaN));
  expect(item.spend.inputTokens).toBeLessThanOrEqual(model.spent().inputTokens);
  expect(await agents()).toEqual([]);
}

for (const agent of PLAYERS) {
  concert(
    `C8 ${agent}: kill -9 in the middle of a turn takes the agent with it; the next run goes on in its session`,
    { agents: [agent] },
    (each) =>
      killed(agent, each, async ({ stage, agents }) => {
        await stage.until('the agent dies with its conductor', async () => (await agents()).length === 0);
      }),
  );

  concert(
    `C8 ${agent}: without a sandbox the next run ends what a killed one left, then goes on in its session`,
    { agents: [agent], config: { sandbox: { profile: 'off' }, permissions: { otherwise: 'allow' } } },
    (each) => killed(agent, each, async () => undefined),
  );

  concert(
    `C20 ${agent}: what a person says reaches the same session with its next turn`,
    { agents: [agent] },
    async ({ stage, model, ask }) => {
      ask('S-1', [gate(agent), ...commit('one.txt')]);
      const playing = await stage.play('--exit-when-idle');
      await begins(stage, 'S-1', 'gate-is-open');
      const words = 'WRITE: steered.txt "as you say"\nRUN: git add -A && git commit -qm Steered';
      expect(await stage.symphony('steer', 'S-1', words)).toMatchObject({ code: 0 });
      openGate(stage, 'S-1');
      expect(await playing.ended).toMatchObject({ code: 0 });

      const { events } = stage;
      expect(events.of('turn-started', 'S-1').map(({ kind }) => kind)).toEqual(['first', 'steered']);
      expect(sessionsOf(stage, 'S-1')).toHaveLength(1);
      const texts = model.requests.filter(({ side }) => !side).at(-1)?.userTexts ?? [];
      expect(texts[0]).toContain('WRITE: one.txt');
      expect(texts.at(-1)).toContain('WRITE: steered.txt');
      expect(await stage.repository.read('one.txt', 'main')).toBe('x');
      expect(await stage.repository.read('steered.txt', 'main')).toBe('as you say');
    },
  );
}
