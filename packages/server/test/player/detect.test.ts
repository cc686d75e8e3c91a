import { expect, test } from 'vitest';
import { agentsToLookFor, readyAgents } from '../../src/agents.ts';
import { checkPlayers } from '../../src/doctor/players.ts';

/** A machine with no other agent on it. */
const bare = { PATH: '/nonexistent' };
const own = { agent: 'symphony', slots: null, stallTimeoutMs: null, model: null };

test('C23 where no other agent is there, a key makes the built-in player ready', async () => {
  expect(await readyAgents(bare)).toEqual([]);
  expect(await readyAgents({ ...bare, OPENAI_API_KEY: 'a-key' })).toEqual(['symphony']);
});

test('C24 doctor says whether the built-in player can play, and what it lacks', async () => {
  const look = (env: Readonly<Record<string, string>>) =>
    checkPlayers({ agents: agentsToLookFor(), env, players: { own }, named: true });
  expect(await look({ ...bare, ANTHROPIC_API_KEY: 'a-key' })).toMatchObject([
    { name: 'player own', status: 'ok', message: expect.stringContaining('asks anthropic/') },
  ]);
  expect(await look(bare)).toMatchObject([
    { name: 'player own', status: 'problem', fix: expect.stringContaining('Set ANTHROPIC_API_KEY') },
  ]);
});
