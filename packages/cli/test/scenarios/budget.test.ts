import { expect, test } from 'vitest';
import { onStage } from './stage.ts';

const good = (name: string) => [{ write: { path: name, text: 'x' } }, { commit: `Add ${name}` }];

test.concurrent('C25 C15 budget exceeded: the item cap ends the turn with the event that passes it', () =>
  onStage({ config: { budget: { max_cost_per_item: 0.05 } } }, async (stage) => {
    const { board, events } = stage;
    const pay = (usd: number) => ({ spend: { input: 100, output: 10, usd } });
    board.write('S-1', { rehearsal: [pay(0.03), pay(0.04), { sleep: '60s' }, ...good('late.txt')] });
    expect(await stage.playToTheEnd()).toMatchObject({ code: 1 });
    expect(await stage.item('S-1')).toMatchObject({
      state: 'needs_human',
      reason: 'spent $0.0700, over the cap of $0.0500 for an item',
      retries: 0,
      spend: { usd: 0.07, inputTokens: 200, outputTokens: 20, unpriced: false },
    });
    const story = events.all();
    const over = story.findIndex(
      (each) =>
        each.type === 'agent-reported' && each.event.type === 'usage' && each.event.usage.usd === 0.07,
    );
    expect(story[over + 1]).toMatchObject({ type: 'item-moved', event: 'budget_exceeded' });
    expect(events.begun('S-1')).toEqual([]);

    // More of the same is refused for as long as the cap stands.
    expect(await stage.symphony('retry', 'S-1')).toMatchObject({ code: 0 });
    await stage.playToTheEnd();
    expect(events.of('run-started', 'S-1')).toHaveLength(1);
    expect((await stage.explain('S-1')).next).toContain('over the cap of $0.0500 for an item');
    stage.kept = ['S-1'];
  }));

test.concurrent('C25 C15 budget exceeded: what the day cap does not cover waits, with the reason in explain', () =>
  onStage({ config: { budget: { max_cost_total: 0.1, estimate_per_run: 0.06 } } }, async (stage) => {
    const { board, events } = stage;
    const gate = stage.gate('first');
    const paid = { spend: { input: 10, output: 10, usd: 0.06 } };
    board.write('S-1', { priority: 1, rehearsal: [gate.step, paid, ...good('one.txt')] });
    board.write('S-2', { priority: 2, rehearsal: good('two.txt') });
    const playing = await stage.play('--exit-when-idle');
    await stage.reached('S-1', 'running');
    expect((await stage.explain('S-2')).next).toContain(
      '$0.00 is spent today and $0.0600 reserved; $0.0600 more would pass the cap of $0.10 a day',
    );
    gate.open();
    expect((await playing.ended).code).toBe(0);
    expect((await stage.item('S-1')).outcome).toBe('merged');
    expect(events.of('run-started', 'S-2')).toEqual([]);
    const { checks, next } = await stage.explain('S-2');
    expect(checks.at(-1)).toMatchObject({ name: 'budget', ok: false });
    expect(next).toContain('$0.0600 is spent today');
    expect((await stage.status()).spend).toMatchObject({ today: { usd: 0.06 }, dayCapUsd: 0.1 });
  }));

test.concurrent('C25 C15 budget exceeded: tokens are capped, and an unknown price is said to be unknown', () =>
  onStage({ config: { budget: { max_tokens_per_item: 1_000, max_cost_per_item: 5 } } }, async (stage) => {
    stage.board.write('S-1', {
      rehearsal: [{ spend: { input: 900, output: 200 } }, { sleep: '60s' }, ...good('late.txt')],
    });
    const { code, out } = await stage.playToTheEnd();
    expect(code).toBe(1);
    expect(out).toMatch(/unknown|unpriced/);
    const view = await stage.status();
    expect(view.items[0]).toMatchObject({
      state: 'needs_human',
      reason: 'used 1100 tokens, over the cap of 1000 for an item',
      spend: { usd: 0, unpriced: true },
    });
    expect(view.problems).toEqual([expect.stringContaining('Some prices are unknown')]);
    expect((await stage.symphony('status')).out).toContain('Some prices are unknown');
    stage.kept = ['S-1'];
  }));
