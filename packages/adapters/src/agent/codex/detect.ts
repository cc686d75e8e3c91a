import { type AgentPresence, type DetectRequest, failureOf } from '@symphony/domain';
import { spawnGroup } from '../../process/group.ts';
import type { Marker } from '../../process/marker.ts';
import { inTime } from '../../process/patience.ts';
import {
  absentAgent,
  isKnown,
  LineReader,
  lateAgent,
  runBriefly,
  type VersionRange,
  versionIn,
} from '../program/index.ts';
import { Calls } from './calls.ts';
import { commandOf, HELLO } from './settings.ts';
import { type Fields, readMessage } from './wire.ts';

const VERSION_PATIENCE_MS = 4_000;
const LOGIN_PATIENCE_MS = 5_000;
const LONGEST_COMPLAINT = 300;

/** The versions whose protocol was seen to work. */
const KNOWN: VersionRange = { from: '0.160.0', before: '1.0.0' };

/** Looks at the installed codex: nothing is asked of a model. */
export async function detectCodex(request: DetectRequest, instance: string): Promise<AgentPresence> {
  const { player, env } = request;
  if (player.shell !== undefined) return detectByShell(request, instance, player.shell);
  const command = commandOf(player);
  const said = await runBriefly({
    instance,
    command,
    args: ['--version'],
    env,
    patienceMs: VERSION_PATIENCE_MS,
  });
  if (said.kind === 'late') return lateAgent(command);
  const version = said.kind === 'said' ? versionIn(said.stdout) : null;
  if (version === null)
    return absentAgent(
      `${command} is not installed, or does not tell its version.`,
      'Install it with `npm install -g @openai/codex`, or name its path as `command` of the player.',
    );
  const known = isKnown(version, KNOWN);
  // An app-server that does not answer is told as a login nobody knows of.
  const answer = await inTime(askAccount(request, instance), LOGIN_PATIENCE_MS, LATE);
  return { version, known, ...readLogin(version, known, answer) };
}

/** A whole command line tells its version only by being started. */
async function detectByShell(
  request: DetectRequest,
  instance: string,
  shell: string,
): Promise<AgentPresence> {
  const answer = await inTime(askAccount(request, instance), LOGIN_PATIENCE_MS, LATE);
  const version = 'why' in answer ? null : versionIn(String(answer.hello.userAgent ?? ''));
  if (version === null) {
    const why = 'why' in answer ? answer.why : 'it does not tell its version';
    return absentAgent(
      `\`${shell}\` does not answer as \`codex app-server\` does: ${why}.`,
      'Try the command in a shell, and correct it in the configuration.',
    );
  }
  const known = isKnown(version, KNOWN);
  return { version, known, ...readLogin(version, known, answer) };
}

type Answer = { readonly hello: Fields; readonly account: Fields } | { readonly why: string };

const LATE: Answer = { why: `it did not answer within ${LOGIN_PATIENCE_MS / 1000} s` };

/** The app-server knows whether its provider wants a login at all; `codex login status` does not. */
async function askAccount({ player, env }: DetectRequest, instance: string): Promise<Answer> {
  const marker: Marker = { instance, role: 'agent', run: `detect-${process.pid}` };
  const { shell } = player;
  const command = shell === undefined ? commandOf(player) : 'bash';
  const args = shell === undefined ? ['app-server', ...(player.args ?? [])] : ['-lc', shell];
  const group = await spawnGroup({ command, args, cwd: env.HOME ?? '/', env, marker }).catch(failureOf);
  if (!('child' in group)) return { why: group.message };
  const { stdin, stdout, stderr } = group.child;
  const calls = new Calls((message) => stdin.write(`${JSON.stringify(message)}\n`));
  const reader = new LineReader(({ text }) => {
    const message = readMessage(text);
    if (message?.kind === 'result' || message?.kind === 'error') calls.answered(message);
  });
  stdout.on('data', (chunk: Buffer) => reader.push(chunk));
  let complaint = '';
  stderr.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString('utf8')}`.slice(-LONGEST_COMPLAINT);
  });
  void group.exited.then(() => calls.abandon('it ended'));
  const giveUp = setTimeout(() => calls.abandon('it did not answer'), LOGIN_PATIENCE_MS);
  try {
    const hello = await calls.call('initialize', HELLO);
    calls.notify('initialized');
    return { hello, account: await calls.call('account/read', {}) };
  } catch (error) {
    // What the shell says of a command it does not find tells more than that it ended.
    return { why: complaint.trim().split('\n').at(-1)?.trim() || failureOf(error).message };
  } finally {
    clearTimeout(giveUp);
    await group.stop(0);
  }
}

function readLogin(
  version: string,
  known: boolean,
  answer: Answer,
): Pick<AgentPresence, 'login' | 'detail' | 'fix'> {
  const name = `codex ${version}`;
  const update = known
    ? null
    : `Install a version from ${KNOWN.from} up to ${KNOWN.before}: others have not been tried.`;
  if ('why' in answer)
    return {
      login: 'unknown',
      detail: `${name} does not tell whether it is logged in: ${answer.why}.`,
      fix: update,
    };
  const { account } = answer;
  if (account.account) return { login: 'yes', detail: `${name} is logged in.`, fix: update };
  if (account.requiresOpenaiAuth === false)
    return { login: 'unknown', detail: `${name} uses a provider that needs no OpenAI login.`, fix: update };
  return { login: 'no', detail: `${name} is not logged in.`, fix: update ?? 'Run `codex login`.' };
}
