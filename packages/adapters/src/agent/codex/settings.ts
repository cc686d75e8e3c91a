import type { AgentStart, InteractiveRequest, Launch, PlayerSettings, ToolServer } from '@symphony/domain';
import { type Marker, markerEnv } from '../../process/marker.ts';

/**
 * How codex is set up for a run. Its own settings and login are the person's (`~/.codex` or
 * CODEX_HOME); by flags and requests we set only what is ours:
 *
 * - Confined by Symphony's sandbox: codex does not confine a second time (`danger-full-access`), and
 *   with `untrusted` it asks for leave before every command, `ls` and `git status` included, and
 *   before every change of files, so that the policy above sees them all.
 * - Unconfined: codex's own sandbox is the only wall. An allowed command leaves it, so `untrusted`
 *   would tear it down with each answer; with `on-request` commands stay inside `workspace-write`
 *   and only those that must leave it are asked for (and some it takes for dangerous, as `rm -rf`).
 *   The git folders are writable besides: a worktree's lie outside of it, and no commit works without.
 * - Whoever the person has set to judge approvals, here they come to us (`approvalsReviewer`).
 */
export type ThreadSettings = Readonly<Record<string, unknown>>;

const TOKEN = 'SYMPHONY_TOOLS_TOKEN';

/** Said first. Progress that comes again as a whole is not wanted, nor is the name of the machine. */
export const HELLO = {
  clientInfo: { name: 'symphony', title: 'Symphony', version: '0.1.0' },
  capabilities: {
    experimentalApi: true, // only with it the commands of an interrupted turn can be ended
    optOutNotificationMethods: [
      'remoteControl/status/changed',
      'item/commandExecution/outputDelta',
      'item/reasoning/textDelta',
      'item/reasoning/summaryTextDelta',
      'item/fileChange/patchUpdated',
      'item/plan/delta',
      'turn/diff/updated',
    ],
  },
};

export const commandOf = (player: PlayerSettings): string => player.command ?? 'codex';

/** `more`: settings that a command line of somebody else's cannot be given as flags. */
export function threadSettings(
  { cwd, player, confine }: AgentStart,
  more: Readonly<Record<string, unknown>> = {},
): ThreadSettings {
  const { approvalPolicy, threadSandbox } = player.codex ?? {};
  return {
    cwd,
    ...(player.model === null ? {} : { model: player.model }),
    approvalsReviewer: 'user',
    ...(confine
      ? { approvalPolicy: 'untrusted', sandbox: 'danger-full-access' }
      : { approvalPolicy: 'on-request', sandbox: 'workspace-write' }),
    ...(approvalPolicy === undefined ? {} : { approvalPolicy }),
    ...(threadSandbox === undefined ? {} : { sandbox: threadSandbox }),
    ...(Object.keys(more).length === 0 ? {} : { config: more }),
  };
}

/** What goes with every turn, in codex's own words. */
export const turnSettings = ({ player }: AgentStart): ThreadSettings => {
  const { approvalPolicy, turnSandboxPolicy } = player.codex ?? {};
  return {
    ...(approvalPolicy === undefined ? {} : { approvalPolicy }),
    ...(turnSandboxPolicy === undefined ? {} : { sandboxPolicy: turnSandboxPolicy }),
  };
};

/** `gitFolders`: what a commit writes to, outside the chamber or in it. */
export const serverArgs = (request: AgentStart, marker: Marker, gitFolders: readonly string[]): string[] => [
  'app-server',
  ...trusted(request.cwd),
  ...overrides(runOverrides(request, marker, gitFolders)),
  ...(request.player.args ?? []),
];

export const runOverrides = (
  { confine, tools }: AgentStart,
  marker: Marker,
  gitFolders: readonly string[],
): Record<string, unknown> => ({
  // A person may have told codex to hide the environment from commands: the marker must stay on them.
  ...prefixed('shell_environment_policy.set', markerEnv(marker)),
  ...(confine ? {} : { 'sandbox_workspace_write.writable_roots': gitFolders }),
  ...toolOverrides(tools),
});

export const toolEnv = (tools: ToolServer | undefined): Record<string, string> =>
  tools === undefined ? {} : { [TOKEN]: tools.token };

/** The session in codex's own program. Without the flags it would come up as free as its last run was. */
export function interactiveLaunch({ player, cwd, env, session, tools }: InteractiveRequest): Launch {
  return {
    command: commandOf(player),
    args: [
      'resume',
      '--no-daemon', // a background server would outlive the terminal
      ...['--sandbox', 'workspace-write', '--ask-for-approval', 'on-request', '--cd', cwd],
      ...trusted(cwd),
      ...(player.model === null ? [] : ['--model', player.model]),
      ...overrides(toolOverrides(tools)),
      ...(player.args ?? []),
      session,
    ],
    cwd,
    env: { ...env, ...toolEnv(tools) },
  };
}

/**
 * Codex trusts every folder it is started in with leave to write, and notes each one down in the
 * person's settings for good. Told so beforehand, it notes nothing. A dotted key with the path in
 * quotes is not understood: it has to be a table.
 */
const trusted = (cwd: string): string[] => [
  '-c',
  `projects={${JSON.stringify(cwd)}={trust_level="trusted"}}`,
];

/** The same for a thread of a server that was started without us. */
export const trustedHere = (cwd: string): Record<string, unknown> => ({
  projects: { [cwd]: { trust_level: 'trusted' } },
});

/** Our own tools need no leave to be called: whoever serves them judges what they may do. */
const toolOverrides = (tools: ToolServer | undefined): Record<string, unknown> =>
  tools === undefined
    ? {}
    : prefixed(`mcp_servers.${tools.name}`, {
        url: tools.url,
        bearer_token_env_var: TOKEN,
        default_tools_approval_mode: 'approve',
        // Otherwise a turn begins before a slow machine has them ready, and the agent has none of them.
        required: true,
        startup_timeout_sec: 30,
        // A tool may wait for a person; how long is decided by the host.
        tool_timeout_sec: 86_400,
      });

const prefixed = (prefix: string, values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}.${key}`, value]));

/** The value is TOML; strings and lists of strings are written in it as in JSON. */
const overrides = (values: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(values).flatMap(([key, value]) => ['-c', `${key}=${JSON.stringify(value)}`]);
