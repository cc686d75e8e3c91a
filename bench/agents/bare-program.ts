import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { AgentStart } from '@symphony/domain';
import { environmentFor } from '../../packages/adapters/src/agent/claude/program.ts';
import type { Stopwatch, TurnTimes } from './played-turn.ts';

export type Said = Readonly<Record<string, unknown>>;

/** A program without an adapter. */
export interface BareProgram {
  args(start: AgentStart): readonly string[];
  env(start: AgentStart): Readonly<Record<string, string>>;
  /** What is said to it first. Absent: it is told everything by its arguments. */
  opening?(start: AgentStart): readonly object[];
  /** What is said to it when it has said this. */
  reply?(event: Said, start: AgentStart): readonly object[];
  /** Null for any line but the one that ends the turn. */
  endedWell(event: Said): boolean | null;
}

/**
 * As a person would use them in a script: one prompt in, events out as JSON lines, and no more leave
 * than the same turn needs through Symphony. Codex keeps its commands in its own sandbox here and
 * through the adapter alike; inside Symphony's it does not, so commands start sooner there.
 */
export const ONE_WAY = {
  claude: {
    args: ({ prompt }) => [
      ...['-p', prompt, '--output-format', 'stream-json', '--verbose'],
      ...['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash(git *)'],
    ],
    env: ({ env }) => ({ ...env, ...environmentFor(env, undefined) }),
    endedWell: (event) => (event.type === 'result' ? event.is_error === false : null),
  },
  codex: {
    args: ({ prompt, cwd }) => [
      ...['exec', '--json', '--sandbox', 'workspace-write', '--add-dir', join(cwd, '.git')],
      prompt,
    ],
    env: ({ env }) => env,
    endedWell: ({ type }) => (type === 'turn.completed' ? true : type === 'turn.failed' ? false : null),
  },
} as const satisfies Readonly<Record<string, BareProgram>>;

export async function playBare(
  program: BareProgram,
  start: AgentStart,
  stopwatch: Stopwatch,
): Promise<TurnTimes> {
  const command = start.player.command ?? start.player.agent;
  const [args, env] = [program.args(start), program.env(start)];
  stopwatch.start();
  const child = spawn(command, args, { cwd: start.cwd, env: { ...env }, stdio: 'pipe' });
  const gone = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(stopwatch.read()));
  });
  const say = (messages: readonly object[]): void => {
    for (const message of messages) child.stdin.write(`${JSON.stringify(message)}\n`);
  };
  if (program.opening) say(program.opening(start));
  else child.stdin.end();
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  let ended: { readonly well: boolean; readonly ms: number } | null = null;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const event = JSON.parse(line) as Said;
    say(program.reply?.(event, start) ?? []);
    const well = program.endedWell(event);
    if (well === null) return;
    ended = { well, ms: stopwatch.read() };
    child.stdin.end();
  });
  const goneMs = await gone;
  const { well, ms } = ended ?? { well: false, ms: 0 };
  if (!well) throw new Error(`The bare ${command} did not end its turn well: ${errors}`);
  return { askedMs: stopwatch.askedMs, endedMs: ms, goneMs };
}
