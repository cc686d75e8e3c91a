import { expect } from 'vitest';
import { type Concert, concert } from './concert.ts';
import { commit, long, PLAYERS, type Player } from './scripts.ts';

/** The cap is crossed while a long command runs; what comes after it must never happen. */
async function overTheCap(agent: Player, { stage, ask, agents }: Concert): Promise<string> {
  ask('S-1', [{ run: 'true' }, long(agent, 1_000), ...commit('late.txt')]);
  const { code } = await stage.playToTheEnd();
  expect(code).toBe(1);
  const { events } = stage;
  expect(events.of('item-moved', 'S-1').at(-1)).toMatchObject({
    event: 'budget_exceeded',
    to: 'needs_human',
  });
  expect(events.begun('S-1').filter((each) => each.includes('late.txt'))).toEqual([]);
  expect(events.of('run-ended', 'S-1')).toHaveLength(1);
  expect(await agents()).toEqual([]);
  stage.kept = ['S-1'];
  return (await stage.item('S-1')).reason;
}

for (const agent of PLAYERS) {
  // The first call costs 0.003 dollars or less, whoever makes it.
  concert(
    `C15 ${agent}: an item that costs more than its cap is stopped in the middle of its turn`,
    { agents: [agent], config: { budget: { max_cost_per_item: 0.0001 } } },
    async (each) => {
      expect(await overTheCap(agent, each)).toMatch(
        /^spent \$0\.\d+, over the cap of \$0\.0001 for an item$/,
      );
      const { usd, unpriced } = (await each.stage.item('S-1')).spend;
      expect({ over: usd > 0.0001, unpriced }).toEqual({ over: true, unpriced: false });
    },
  );

  concert(
    `C15 ${agent}: an item that uses more tokens than its cap is stopped in the middle of its turn`,
    { agents: [agent], config: { budget: { max_tokens_per_item: 2_080 } } },
    async (each) => {
      // Two calls, of 1000 and 1001 tokens in and 50 out: only the last words of the second one are too many.
      expect(await overTheCap(agent, each)).toBe('used 2101 tokens, over the cap of 2080 for an item');
      expect(each.stage.events.begun('S-1').at(-1)).toContain('tick');
    },
  );
}
