import { describe, expect, test } from 'vitest';
import { loadText } from '../config/workspace.ts';

describe('P1 what the configuration says of the pool', () => {
  test('left out, one spare of each player within a quarter of the machine', async () => {
    const { config } = await loadText('players: {a: {agent: codex}}');
    expect(config.pool).toEqual({ spare: 1, max_memory: null });
    expect(config.players.a?.memory).toBeNull();
  });

  test('given, it is taken as it is', async () => {
    const { config } = await loadText(
      'pool: {spare: 0, max_memory: 900}\nplayers: {a: {agent: codex, memory: 450}}',
    );
    expect(config.pool).toEqual({ spare: 0, max_memory: 900 });
    expect(config.players.a?.memory).toBe(450);
  });

  test.for([
    ['pool: {spare: -1}', '`pool.spare` must be a whole number, 0 or more'],
    ['pool: {max_memory: 0}', '`pool.max_memory` must be a whole number, 1 or more'],
    ['pool: {spares: 2}', '`spares` is not known under `pool`; did you mean `spare`?'],
    ['players: {a: {agent: codex, memory: big}}', '`players.a.memory` must be a whole number, 1 or more'],
  ] as const)('%s is refused in words', async ([yaml, sentence]) => {
    const result = await loadText(yaml);
    expect(result.ok ? [] : result.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining(sentence),
    ]);
  });
});
