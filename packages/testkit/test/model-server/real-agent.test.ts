import { expect, test } from 'vitest';
import { type RealAgentName, realAgent } from '../../src/real-agent.ts';

const programs = { SYMPHONY_AGENT_CLAUDE: '/bin/claude', SYMPHONY_AGENT_GEMINI: '/bin/gemini' };

test.each<[RealAgentName, Record<string, string>, object]>([
  ['claude', programs, { reason: expect.stringContaining('SYMPHONY_REAL_AGENTS is not set') }],
  ['claude', { ...programs, SYMPHONY_REAL_AGENTS: '1' }, { path: '/bin/claude' }],
  ['gemini', { ...programs, SYMPHONY_REAL_AGENTS: '1' }, { reason: expect.stringContaining('=all') }],
  ['gemini', { ...programs, SYMPHONY_REAL_AGENTS: 'all' }, { path: '/bin/gemini' }],
  [
    'codex',
    { ...programs, SYMPHONY_REAL_AGENTS: 'all' },
    { reason: expect.stringContaining('SYMPHONY_AGENT_CODEX') },
  ],
])('%s with %j', (name, env, told) => {
  expect(realAgent(name, env)).toEqual(told);
});
