import type { PlayerSettings } from '@symphony/domain';
import { SETTINGS } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { planOf } from '../../src/players/index.ts';

const player = (change: Partial<PlayerSettings>): PlayerSettings => ({
  agent: 'rehearsal',
  slots: null,
  stallTimeoutMs: null,
  model: null,
  ...change,
});

const plan = (
  players: Record<string, PlayerSettings>,
  memory: Record<string, number | null> = {},
  pool = { spare: 1, max_memory: null as number | null },
) =>
  planOf(
    { ...SETTINGS, players, slots: { ...SETTINGS.slots, total: 4 } },
    {
      pool,
      players: Object.fromEntries(Object.entries(memory).map(([name, mb]) => [name, { memory: mb }])),
    },
    8_192,
  );

test('P1 players with the same agent and model share processes; another model has its own', () => {
  const players = { a: player({}), b: player({}), c: player({ model: 'big' }) };
  const { kinds } = plan(players, { a: null, b: 500, c: 900 });
  expect(kinds.map(({ key, memoryMb }) => [key, memoryMb])).toEqual([
    ['rehearsal', 500],
    ['rehearsal big', 900],
  ]);
});

test.for([
  [{ a: player({}) }, 4 + 1],
  [{ a: player({ slots: 2 }) }, 2 + 1],
  [{ a: player({ slots: 1 }), b: player({ slots: 2 }) }, 3 + 1],
  [{ a: player({ slots: 3 }), b: player({ slots: 3 }) }, 4 + 1],
] as const)('P1 there are as many places as may play at once, and the spares: %j', ([players, places]) => {
  expect(plan(players).kinds[0]?.places).toBe(places);
});

test('P1 the memory bound is a quarter of the machine unless it is set', () => {
  expect(plan({}).maxMemoryMb).toBe(2_048);
  expect(plan({}, {}, { spare: 1, max_memory: 300 }).maxMemoryMb).toBe(300);
});
