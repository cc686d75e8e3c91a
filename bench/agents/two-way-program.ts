import { randomUUID } from 'node:crypto';
import type { AgentStart } from '@symphony/domain';
import { environmentFor, sessionArguments } from '../../packages/adapters/src/agent/claude/program.ts';
import { controlRequest, userTurn } from '../../packages/adapters/src/agent/claude/wire.ts';
import { threadSettings } from '../../packages/adapters/src/agent/codex/settings.ts';
import type { BareProgram, Said } from './bare-program.ts';

/**
 * The programs in the mode the adapters use, spoken to with the fewest lines that make a turn. Beside
 * the one-way mode this tells what the mode itself costs; what is left is the adapter. For turns in
 * which nothing is asked.
 */
export const TWO_WAY = {
  claude: {
    args: (start) => sessionArguments(start),
    env: ({ env }) => ({ ...env, ...environmentFor(env, undefined) }),
    opening: ({ prompt }) => [controlRequest(randomUUID(), 'initialize'), userTurn(prompt)],
    endedWell: (event) => (event.type === 'result' ? event.is_error === false : null),
  },
  codex: {
    args: () => ['app-server'],
    env: ({ env }) => env,
    opening: () => [
      {
        id: 1,
        method: 'initialize',
        params: { clientInfo: { name: 'bench', title: 'Bench', version: '0' } },
      },
    ],
    reply: ({ id, result }, start) => {
      if (id === 1)
        return [{ method: 'initialized' }, { id: 2, method: 'thread/start', params: threadSettings(start) }];
      return id === 2 ? [firstTurn(result as ThreadStarted, start)] : [];
    },
    endedWell: ({ method, params }) =>
      method === 'turn/completed' ? (params as TurnCompleted).turn.status === 'completed' : null,
  },
} as const satisfies Readonly<Record<string, BareProgram>>;

type ThreadStarted = { readonly thread: { readonly id: string } };
type TurnCompleted = { readonly turn: { readonly status: string } };

const firstTurn = ({ thread }: ThreadStarted, { prompt }: AgentStart): Said => ({
  id: 3,
  method: 'turn/start',
  params: { threadId: thread.id, input: [{ type: 'text', text: prompt }] },
});
