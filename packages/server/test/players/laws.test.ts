import type { AgentSession } from '@symphony/domain';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { openStage } from './paper-agent.ts';

afterEach(() => {
  vi.useRealTimers();
});

const SLOTS = 3;
const act = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'start' } as const) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('end' as const), which: fc.nat(9) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(700_000) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), items: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'lose-spare' } as const) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('install' as const), missing: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('plan' as const), spare: fc.nat(2) }) },
);

test('P1 whatever happens, spares and memory stay within their bounds, every run plays, and drain leaves nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 60 }), async (acts) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'Date', 'performance'] });
      const { agent, pool, given, start } = openStage({ maxMemoryMb: 900, slots: SLOTS });
      const playing: AgentSession[] = [];
      for (const each of acts) {
        if (each.kind === 'start' && playing.length < SLOTS) playing.push(await start());
        if (each.kind === 'end') await playing.splice(each.which % SLOTS, 1)[0]?.stop(0);
        if (each.kind === 'wait') given.waiting = each.items;
        if (each.kind === 'lose-spare') for (const spare of agent.spares.slice(0, 1)) spare.alive = false;
        if (each.kind === 'install') agent.missing = each.missing;
        if (each.kind === 'plan') given.pool = { ...given.pool, spare: each.spare };
        await vi.advanceTimersByTimeAsync(each.kind === 'pass' ? each.ms : 0);
        const [view = { waiting: 0, warming: 0, inUse: 0 }] = pool.view().players;
        expect(view.waiting).toBeLessThanOrEqual(2);
        expect(200 * (view.waiting + view.warming + view.inUse)).toBeLessThanOrEqual(900);
        expect(agent.living - agent.spares.length).toBe(playing.length);
      }
      const drained = pool.drain();
      for (const session of playing) await session.stop(0);
      await vi.advanceTimersByTimeAsync(60_000);
      await drained;
      expect(agent.living).toBe(0);
      expect(vi.getTimerCount()).toBe(0);
      vi.useRealTimers();
    }),
    { numRuns: Number(process.env.SYMPHONY_RUNS ?? 100) },
  );
});
