import { expect } from 'vitest';
import { concert } from './concert.ts';
import { commit, PLAYERS, progress } from './scripts.ts';

for (const agent of PLAYERS)
  concert(
    `C18 C19 ${agent}: a commit that stands the checks is merged; spend and progress are in the log`,
    { agents: [agent], config: { verify: ['test "$(cat hello.txt)" = hello'] } },
    async ({ stage, model, ask, agents }) => {
      ask('S-1', [progress('half way', 50), ...commit('hello.txt', 'hello\n')]);
      expect(await stage.playToTheEnd()).toMatchObject({ code: 0 });

      const { events } = stage;
      expect(await stage.repository.read('hello.txt', 'main')).toBe('hello');
      expect(events.of('evidence-recorded', 'S-1').map(({ evidence }) => evidence.passed)).toEqual([true]);
      expect(events.of('tool-reported', 'S-1').map(({ report }) => report)).toEqual([
        { kind: 'progress', text: 'half way', percent: 50 },
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
      expect(inputTokens).toBeGreaterThan(3000);
      expect(await agents()).toEqual([]);
    },
  );
