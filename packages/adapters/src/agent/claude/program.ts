import { randomUUID } from 'node:crypto';
import type { AgentStart, InteractiveRequest, Launch, PlayerSettings, ToolServer } from '@symphony/domain';

/**
 * How Claude Code is started: everything by flags and environment, nothing by files, so that neither the
 * repository nor the person's own settings change.
 */

export const programOf = (player: PlayerSettings): string => player.command ?? 'claude';

/** The variable that carries the token of the host tools; the port gives it to every run. */
const TOKEN_VARIABLE = 'SYMPHONY_TOOLS_TOKEN';

/**
 * Asked for even where the person's or the repository's settings allow them, because whether they are
 * allowed is decided above the adapter. Commands that only read are asked for too: a policy may forbid them.
 */
const ASKED_FOR = ['Bash', 'Edit', 'Write', 'NotebookEdit', 'WebFetch', 'WebSearch', 'Monitor'];

/** Each would leave the chamber or act after the turn has ended. */
const LEFT_OUT = ['EnterWorktree', 'ExitWorktree', 'CronCreate', 'CronDelete', 'CronList', 'ScheduleWakeup'];

const A_DAY_MS = 86_400_000;

/** Given unless the request's own environment says otherwise. */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  // A command that goes on after the turn would begin a turn of its own when it ends.
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
  // Ten tries take three minutes; four take about eight seconds, and who plays next is decided above.
  CLAUDE_CODE_MAX_RETRIES: '4',
  // Until the response begins; the default is ten minutes. Then, between two pieces of it; the default is five,
  // which is as long as a silent agent is waited for.
  API_TIMEOUT_MS: '120000',
  CLAUDE_ENABLE_BYTE_WATCHDOG: '1',
  CLAUDE_BYTE_STREAM_IDLE_TIMEOUT_MS: '120000',
};

export const environmentFor = (
  env: Readonly<Record<string, string>>,
  tools: ToolServer | undefined,
): Record<string, string> => ({
  ...ENVIRONMENT,
  ...Object.fromEntries(Object.entries(env).filter(([name]) => name in ENVIRONMENT)),
  ...(tools ? { [TOKEN_VARIABLE]: tools.token } : {}),
});

export function sessionArguments({ player, resume, tools }: AgentStart): string[] {
  return [
    '-p',
    ...['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
    // Shows what each model call uses when it ends, not only the sum at the end of the turn.
    '--include-partial-messages',
    ...['--permission-prompt-tool', 'stdio'],
    ...['--settings', JSON.stringify({ permissions: { ask: ASKED_FOR } })],
    ...['--disallowedTools', LEFT_OUT.join(',')],
    ...toolArguments(tools),
    ...(resume === null ? ['--session-id', randomUUID()] : ['--resume', resume]),
    ...playerArguments(player),
  ];
}

/** Its own screen, on a session that was begun here. */
export function interactiveLaunch({ player, cwd, env, session, tools }: InteractiveRequest): Launch {
  return {
    command: programOf(player),
    args: ['--resume', session, ...toolArguments(tools), ...playerArguments(player)],
    cwd,
    env: { ...env, DISABLE_AUTOUPDATER: '1', ...(tools ? { [TOKEN_VARIABLE]: tools.token } : {}) },
  };
}

/** The token stays out of the command line, which every user of the machine can read. */
function toolArguments(tools: ToolServer | undefined): string[] {
  if (!tools) return [];
  const server = {
    type: 'http',
    url: tools.url,
    headers: { Authorization: `Bearer \${${TOKEN_VARIABLE}}` },
    // Otherwise its tools are hidden behind a search.
    alwaysLoad: true,
    // A tool may wait for a person; how long is decided by the host. Otherwise a minute is all it has.
    timeout: A_DAY_MS,
  };
  return [
    ...['--mcp-config', JSON.stringify({ mcpServers: { [tools.name]: server } }), '--strict-mcp-config'],
    // These ask for leave themselves where they need it.
    ...['--allowedTools', `mcp__${tools.name}`],
  ];
}

/** The mode comes last of ours: it takes one value, so that it ends a list before it. */
const playerArguments = ({ model, args }: PlayerSettings): string[] => [
  ...(model === null ? [] : ['--model', model]),
  ...['--permission-mode', 'default'],
  ...(args ?? []),
];
