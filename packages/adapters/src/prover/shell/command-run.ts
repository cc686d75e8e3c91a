import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandResult } from '@symphony/domain';
import { type ChildGroup, type Marker, spawnGroup } from '../../process/index.ts';
import { OutputTail } from './output-tail.ts';

/** Between asking a timed-out command to end and making it. */
const GRACE_MS = 2_000;

/** Timers count in 32 bits; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface CommandRequest {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly marker: Marker;
  readonly timeoutMs: number;
}

/** Runs one command line to its end or its timeout. Nothing it started is left afterwards. */
export async function runCommand(request: CommandRequest): Promise<CommandResult> {
  const startedAt = performance.now();
  const tail = new OutputTail();
  const group = await spawnGroup({ ...request, command: 'sh', args: ['-c', request.command] });
  tail.follow(group.child.stdout);
  tail.follow(group.child.stderr);
  group.child.stdin.end(); // a command that asks something gets an end of input, not a wait

  const timedOut = await isTimedOut(group, Math.min(request.timeoutMs, LONGEST_TIMER_MS));
  const durationMs = Math.round(performance.now() - startedAt);
  await group.stop(timedOut ? GRACE_MS : 0);
  const { code } = await group.exited;
  return {
    command: request.command,
    exitCode: timedOut ? null : code,
    timedOut,
    durationMs,
    outputTail: tail.text(),
  };
}

/**
 * Waits for the leader, not for its output to close: a server the command left behind would hold
 * the output open for ever.
 */
async function isTimedOut(group: ChildGroup, timeoutMs: number): Promise<boolean> {
  const waiting = new AbortController();
  const timeout = sleep(timeoutMs, true, { signal: waiting.signal }).catch(() => false);
  const timedOut = await Promise.race([leaderExit(group).then(() => false), timeout]);
  waiting.abort();
  return timedOut;
}

function leaderExit({ child }: ChildGroup): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}
