import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AgentEvent, Usage } from '@symphony/domain';
import { Heard, openStage, type Stage, scriptText } from '@symphony/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ACP_AGENTS, type AcpAgentName } from '../../../src/agent/acp/agents.ts';
import { openAcp } from '../../../src/agent/acp/index.ts';
import { beginMemory } from '../../../src/agent/acp/memory.ts';
import { storePath } from '../../../src/agent/acp/opencode-store.ts';
import { type Said, translate } from '../../../src/agent/acp/translate.ts';
import { openHall } from './hall.ts';
import { makeDatabase } from './opencode-database.ts';

/** OpenCode's protocol counts the last model call only: a price for it would be one to trust wrongly. */

const cost: Said = {
  type: 'update',
  update: { sessionUpdate: 'usage_update', cost: { amount: 0.5, currency: 'USD' } },
  now: 0,
};
const answered: Said = {
  type: 'turn-ended',
  ending: {
    kind: 'answered',
    outcome: {
      ok: true,
      result: {
        stopReason: 'end_turn',
        usage: { inputTokens: 700, cachedReadTokens: 300, outputTokens: 50 },
      },
    },
  },
  now: 0,
};
const measured = (usage: Usage): Said => ({ type: 'gauge-read', reading: { usage, retry: null } });
const MEASURE = { inputTokens: 9_000, cachedTokens: 900, outputTokens: 500, usd: 0.25 };

function lastUsage(agent: AcpAgentName, ...said: readonly Said[]): Usage | undefined {
  let memory = beginMemory(null);
  const events: AgentEvent[] = said.flatMap((each) => {
    const heard = translate(memory, each, { agent: ACP_AGENTS[agent], cwd: '/repo', model: null });
    memory = heard.memory;
    return heard.events;
  });
  return events.findLast((event) => event.type === 'usage')?.usage;
}

test('what only the last call is known of has no price, whatever the agent says it costs', () => {
  const counted = { inputTokens: 1_000, cachedTokens: 300, outputTokens: 50 };
  expect(lastUsage('opencode', cost, { type: 'gauge-blind' }, answered)).toEqual({ ...counted, usd: null });
  expect(lastUsage('claude-agent-acp', cost, answered)).toEqual({ ...counted, usd: 0.5 });
});

test('what was measured has its price', () => {
  expect(lastUsage('opencode', cost, measured(MEASURE), answered)).toEqual(MEASURE);
});

test('a measure of before is gone on from, without a price, until there is a new one', () => {
  const turn = [measured(MEASURE), answered, { type: 'gauge-blind' } as const, answered];
  expect(lastUsage('opencode', ...turn)).toEqual({
    inputTokens: 10_000,
    cachedTokens: 1_200,
    outputTokens: 550,
    usd: null,
  });
  const more = { inputTokens: 12_000, cachedTokens: 1_500, outputTokens: 600, usd: 0.5 };
  expect(lastUsage('opencode', ...turn, measured(more), answered)).toEqual(more);
});

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

test('a session of OpenCode whose database comes and goes', async () => {
  const hall = await openHall(stage, 'opencode', null);
  const request = await hall.fake('garbage-line', { run: 'run-1' });
  const heard = new Heard();
  const port = openAcp({ instance: stage.instance, agent: 'opencode' });
  heard.session = await port.start(request, (event) => heard.take(event));
  try {
    await heard.until('turn-ended');
    const calls = (count: number, usd: number | null) => ({
      inputTokens: 1_000 * count,
      cachedTokens: 300 * count,
      outputTokens: 50 * count,
      usd,
    });
    expect(heard.of('usage').at(-1)?.usage).toEqual(calls(1, null));

    const path = storePath(request.env);
    const session = { id: heard.sessionId() ?? '', tokens: [2_100, 900, 0, 120, 30], cost: 0.5 } as const;
    const database = makeDatabase(path, [session]);
    await heard.session.prompt(scriptText([{ say: 'two' }]));
    await heard.until('turn-ended', 2);
    expect(heard.of('usage').at(-1)?.usage).toEqual(calls(3, 0.5));

    database.close();
    await rm(dirname(path), { recursive: true });
    await heard.session.prompt(scriptText([{ say: 'three' }]));
    await heard.until('turn-ended', 3);
    expect(heard.of('usage').at(-1)?.usage).toEqual(calls(4, null));
  } finally {
    await heard.session.stop(0);
  }
});
