import { type AgentPresence, type DetectRequest, failureOf } from '@symphony/domain';
import { spawnGroup } from '../../process/group.ts';
import { absentAgent, isKnown, LineReader, lateAgent, runBriefly, versionIn } from '../program/index.ts';
import type { AcpAgent } from './agents.ts';
import { greeting } from './opening.ts';
import { Peer } from './peer.ts';
import { at, readMessage, textOf } from './wire.ts';

/** All that is asked, at the same time, has to be over in ten seconds. */
const PATIENCE_MS = 9_000;

/** Looks for the program and its login. No session is begun and no model is asked. */
export async function detectAgent(
  agent: AcpAgent,
  instance: string,
  { player, env }: DetectRequest,
): Promise<AgentPresence> {
  const command = player.command ?? agent.command;
  if (command === null)
    return absentAgent(
      'No program is named.',
      'Name the program that speaks ACP as `command` of the player.',
    );
  const [found, login] = await Promise.all([
    findVersion(agent, instance, command, { player, env }),
    agent.login({ player, env }, instance),
  ]);
  if (found === 'late') return lateAgent(command);
  if (found === 'missing')
    return absentAgent(
      `${command} is not there, or is no agent that speaks ACP.`,
      `Install ${agent.name}, or name its program as \`command\` of the player.`,
    );
  const { version } = found;
  const known = isKnown(version, agent.version);
  const detail = `${agent.name} ${version}${known ? '' : ', which nobody has tried with Symphony'}; login: ${login.login}.`;
  return { version, known, login: login.login, detail, fix: login.fix };
}

type Found = { readonly version: string } | 'missing' | 'late';

async function findVersion(
  agent: AcpAgent,
  instance: string,
  command: string,
  { player, env }: DetectRequest,
): Promise<Found> {
  if (agent.version.args === null)
    return askVersion(command, [...agent.args, ...(player.args ?? [])], instance, env);
  const { args } = agent.version;
  const said = await runBriefly({ instance, command, args, env, patienceMs: PATIENCE_MS });
  if (said.kind !== 'said') return said.kind;
  const version = versionIn(said.stdout) ?? versionIn(said.stderr);
  return version === null ? 'missing' : { version };
}

/** An agent without a word for its version says it when it is greeted. */
async function askVersion(
  command: string,
  args: readonly string[],
  instance: string,
  env: DetectRequest['env'],
): Promise<Found> {
  try {
    const marker = { instance, role: 'agent' as const, run: 'detection' };
    const group = await spawnGroup({ command, args, cwd: env.TMPDIR ?? '/', env, marker });
    const peer = new Peer({ send: (message) => group.child.stdin.write(`${JSON.stringify(message)}\n`) });
    const reader = new LineReader((line) => {
      const message = readMessage(line);
      if (message.kind === 'answer') peer.settle(message);
    });
    group.child.stdout.on('data', (chunk: Buffer) => reader.push(chunk));
    group.child.stderr.resume();
    void group.exited.then(() => peer.close());
    try {
      const hello = await peer.ask('initialize', greeting(), PATIENCE_MS);
      if (!hello.ok) return 'missing';
      // The protocol lets an agent keep its version to itself.
      return { version: textOf(at(hello.result, 'agentInfo', 'version')) ?? 'unknown' };
    } finally {
      await group.stop(0);
    }
  } catch (error) {
    return failureOf(error).code === 'timeout' ? 'late' : 'missing';
  }
}
