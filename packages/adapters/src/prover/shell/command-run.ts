import type { CommandResult } from '@symphony/domain';
import { inTime, leaderExit, type Marker, spawnGroup } from '../../process/index.ts';
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

  const ended = leaderExit(group).then(() => false);
  const timedOut = await inTime(ended, Math.min(request.timeoutMs, LONGEST_TIMER_MS), true);
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
