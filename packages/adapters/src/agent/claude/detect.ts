import type { AgentPresence, DetectRequest } from '@symphony/domain';
import {
  absentAgent,
  type BriefAnswer,
  isKnown,
  lateAgent,
  runBriefly,
  type VersionRange,
  versionIn,
} from '../program/index.ts';
import { environmentFor, programOf } from './program.ts';
import { readLine, textOf } from './wire.ts';

/** Each of the two questions is answered in under a second; both together must stay below ten. */
const PATIENCE_MS = 4_500;
/** The two-way mode was tried with the first of them, and nothing is known of the next great version. */
export const KNOWN: VersionRange = { from: '2.1.197', before: '3' };

const INSTALL = "Install it with `npm install -g @anthropic-ai/claude-code`, or set the player's `command`.";
const LOG_IN = 'Run `claude auth login`, or set ANTHROPIC_API_KEY.';

/** Looks for the program and its login. No request reaches a model. */
export async function detectClaude(request: DetectRequest, instance: string): Promise<AgentPresence> {
  const command = programOf(request.player);
  const said = await ask(request, instance, ['--version']);
  if (said.kind === 'late') return lateAgent(command);
  if (said.kind === 'missing') return absentAgent(`${command} was not found.`, INSTALL);
  const version = versionIn(said.stdout);
  if (version === null) return absentAgent(`${command} does not tell its version.`, INSTALL);
  const known = isKnown(version, KNOWN);
  const { login, how } = readLogin(await ask(request, instance, ['auth', 'status']));
  return {
    version,
    known,
    login,
    detail: `Claude Code ${version}${known ? '' : ', which has not been tried,'} is installed; ${how}.`,
    fix:
      login === 'no'
        ? LOG_IN
        : known
          ? null
          : `Versions from ${KNOWN.from} up to ${KNOWN.before} are known to work.`,
  };
}

/** What it prints counts even where it exits with 1, as it does without a login. */
function readLogin(said: BriefAnswer): { login: AgentPresence['login']; how: string } {
  if (said.kind === 'late') return { login: 'unknown', how: 'it did not tell its login in time' };
  const status = said.kind === 'said' ? readLine(said.stdout) : null;
  if (typeof status?.loggedIn !== 'boolean') return { login: 'unknown', how: 'its login could not be read' };
  if (!status.loggedIn) return { login: 'no', how: 'nobody is logged in' };
  const method = textOf(status.apiKeySource) ?? textOf(status.authMethod) ?? 'a login';
  return { login: 'yes', how: `it uses ${method}, which was not tried` };
}

/** Asked where we are: the settings of a repository have a say in its login. */
const ask = (
  { player, env }: DetectRequest,
  instance: string,
  args: readonly string[],
): Promise<BriefAnswer> =>
  runBriefly({
    instance,
    command: programOf(player),
    args,
    env: { ...env, ...environmentFor(env, undefined) },
    cwd: process.cwd(),
    patienceMs: PATIENCE_MS,
  });
