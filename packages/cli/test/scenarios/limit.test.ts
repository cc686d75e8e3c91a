import { expect, test } from 'vitest';
import { onStage } from './stage.ts';

const add = (name: string) => [{ write: { path: name, text: 'x' } }, { commit: `Add ${name}` }];

test.concurrent('C25 C16 a limit rests its player and requeues without a retry, while another player goes on', () =>
  onStage(
    { config: { players: { ada: { agent: 'rehearsal', slots: 1 }, bob: { agent: 'rehearsal' } } } },
    async (stage) => {
      const { board, events } = stage;
      const gate = stage.gate('bob');
      const paid = { spend: { input: 100, output: 10, usd: 0.02 } };
      board.write('S-1', {
        player: 'ada',
        priority: 1,
        rehearsal: [paid, { limit: { until: '+6s', message: 'come back later' } }, paid, ...add('one.txt')],
      });
      board.write('S-2', { player: 'bob', priority: 2, rehearsal: [gate.step, ...add('two.txt')] });
      board.write('S-3', { player: 'ada', priority: 3, rehearsal: add('three.txt') });
      const playing = await stage.play('--exit-when-idle');
      const [rest] = await stage.until('ada rests', () => {
        const found = events.of('player-rested');
        return found.length > 0 && found;
      });
      gate.open();
      const until = rest?.until ?? Number.NaN;
      const view = await stage.status();
      const resting = Object.fromEntries(view.players.map((each) => [each.name, each.restingUntil]));
      expect(resting).toMatchObject({ ada: until, bob: null });
      expect((await stage.explain('S-3')).next).toContain('come back later');
      expect((await playing.ended).code).toBe(0);

      const at = (id: string) => events.of('run-started', id).map((each) => Date.parse(each.at));
      const done = events.of('item-moved', 'S-2').find(({ to }) => to === 'completed');
      expect(Date.parse(done?.at ?? '')).toBeLessThan(until);
      expect(at('S-1')).toHaveLength(2);
      expect(at('S-1')[1]).toBeGreaterThanOrEqual(until - 5);
      expect(at('S-3')[0]).toBeGreaterThanOrEqual(until - 5);
      expect(events.of('retry-scheduled', 'S-1')).toMatchObject([{ retries: 0, sameAttempt: true }]);
      expect(await stage.item('S-1')).toMatchObject({
        outcome: 'merged',
        attempt: 1,
        retries: 0,
        // The session goes on, and its first report tells the total again: it is counted once.
        spend: { usd: 0.04, inputTokens: 200, outputTokens: 20 },
      });
      expect((await stage.status()).spend.total.usd).toBeCloseTo(0.04);
    },
  ));

test.concurrent('C25 C21 the configuration is live: an invalid edit keeps the last good one and is said, slots apply', () =>
  onStage({ config: { slots: { total: 1 } } }, async (stage) => {
    const { board, events } = stage;
    const gate = stage.gate('one');
    board.write('S-1', { priority: 1, rehearsal: [gate.step, ...add('one.txt')] });
    board.write('S-2', { priority: 2, rehearsal: [gate.step, ...add('two.txt')] });
    const playing = await stage.play('--exit-when-idle');
    await stage.reached('S-1', 'running');
    expect((await stage.explain('S-2')).next).toContain('the only slot is taken by S-1');

    stage.configureAs('slots:\n  total: many\n');
    await stage.until('the edit is rejected', () => events.of('settings-rejected').length > 0);
    const { problems, slots } = await stage.status();
    expect(slots).toEqual({ used: 1, total: 1 });
    expect(problems).toEqual([expect.stringMatching(/^The last good configuration is used: .*slots\.total/)]);
    expect((await stage.symphony('status')).out).toContain('The last good configuration is used');
    expect(events.path('S-1').at(-1)).toBe('running');

    stage.configure({ slots: { total: 2 } });
    await stage.reached('S-2', 'running');
    expect(await stage.status()).toMatchObject({ problems: [], slots: { used: 2, total: 2 } });
    gate.open();
    expect((await playing.ended).code).toBe(0);
    expect(
      events
        .of('train-landed')
        .flatMap(({ items }) => items)
        .sort(),
    ).toEqual(['S-1', 'S-2']);
  }));
