import { expect } from 'vitest';
import { concert } from './concert.ts';
import { commit, PLAYERS } from './scripts.ts';

const AN_HOUR_MS = 3_600_000;

// With a key, claude does not tell when a limit ends; codex does.
for (const [agent, fault, restMs] of [
  ['claude', 'err429', 60_000],
  ['codex', 'limit', AN_HOUR_MS],
] as const)
  concert(
    `C16 ${agent}: a limit rests the player for as long as is known, and its item waits without a retry`,
    { agents: [agent] },
    async ({ stage, ask, agents }) => {
      ask('S-1', [{ run: 'true' }, { fault }]);
      await stage.play();
      const { events } = stage;
      await stage.until('the end of the run', () => events.of('run-ended', 'S-1').length > 0);
      const [rest, ...more] = events.of('player-rested');
      if (!rest || more.length > 0) throw new Error('not one player rests');
      expect(Math.abs(rest.until - Date.parse(rest.at) - restMs)).toBeLessThan(30_000);
      expect(events.of('retry-scheduled', 'S-1')).toMatchObject([{ retries: 0, sameAttempt: true }]);
      const { items, players } = await stage.status();
      expect(items).toMatchObject([{ state: 'queued', retries: 0, attempt: 1, dueAt: rest.until }]);
      expect(items[0]?.reason).toContain(`${rest.player} is limited`);
      expect(players.find(({ name }) => name === rest.player)?.restingUntil).toBe(rest.until);
      expect(await agents()).toEqual([]);
      stage.kept = ['S-1'];
    },
  );

concert(
  'C16 with a fallback the other agent finishes what the limited one could not',
  { agents: ['claude', 'codex'], claudeMeets: 'limit', fast: { fallback: ['second'] } },
  async ({ stage, model, ask }) => {
    ask('S-1', commit('one.txt', 'by the second\n'));
    expect(await stage.playToTheEnd()).toMatchObject({ code: 0 });
    const { events } = stage;
    expect(events.of('run-started', 'S-1').map(({ player }) => player)).toEqual(['fast', 'second']);
    expect(events.of('player-rested').map(({ player }) => player)).toEqual(['fast']);
    expect(await stage.item('S-1')).toMatchObject({ outcome: 'merged', retries: 0 });
    expect(await stage.repository.read('one.txt', 'main')).toBe('by the second');
    expect(model.requests.filter(({ answer }) => answer.startsWith('call:')).map(({ wire }) => wire)).toEqual(
      ['responses', 'responses'],
    );
  },
);

for (const agent of PLAYERS)
  concert(
    `C4 ${agent}: a key that is refused fails the item at once and says what to do; no retry is spent on it`,
    { agents: [agent] },
    async ({ stage, ask, agents }) => {
      ask('S-1', [{ fault: 'err401' }]);
      const { code } = await stage.playToTheEnd();
      expect(code).toBe(1);
      const { events } = stage;
      expect(events.of('run-started', 'S-1')).toHaveLength(1);
      expect(events.of('retry-scheduled')).toEqual([]);
      const item = await stage.item('S-1');
      expect(item).toMatchObject({ state: 'failed', retries: 0 });
      // The provider's own words say only what is wrong.
      expect(item.reason).toMatch(/symphony doctor|log in/);
      expect((await stage.explain('S-1')).next).toContain('symphony retry S-1');
      expect(await agents()).toEqual([]);
      stage.kept = ['S-1'];
    },
  );

concert(
  'C14 a model that falls silent is a stall: a person is needed, and nothing of the agent is left',
  // Long enough for a loaded machine to start the agent in.
  { agents: ['claude'], fast: { stall_timeout: '15s' } },
  async ({ stage, model, ask, agents }) => {
    ask('S-1', [{ run: 'true' }, { fault: 'silent' }]);
    const { code } = await stage.playToTheEnd();
    expect(code).toBe(1);
    expect(model.requests.at(-1)?.answer).toBe('silent');
    expect(stage.events.of('item-moved', 'S-1').at(-1)).toMatchObject({
      event: 'stall_detected',
      to: 'needs_human',
      reason: expect.stringMatching(/^stalled after \d+ s/),
    });
    expect(stage.events.of('retry-scheduled')).toEqual([]);
    expect(await agents()).toEqual([]);
    stage.kept = ['S-1'];
  },
);
