import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChildGroup, type Exit, leaderExit, type Marker, spawnGroup } from '../process/index.ts';
import { OutputTail } from '../prover/shell/output-tail.ts';

/** Between asking a command to end and making it. */
const GRACE_MS = 2_000;

export interface ShellRequest {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly marker: Marker;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export type Ending =
  | { readonly kind: 'exited'; readonly code: number; readonly output: string }
  | { readonly kind: 'timed-out'; readonly output: string }
  | { readonly kind: 'stopped' };

/**
 * Runs one command line to its end, its timeout or until it is called off. It is ended while its
 * leader still lives, so that the whole group can be named; nothing it started is left afterwards.
 */
export async function runShell(request: ShellRequest): Promise<Ending> {
  const tail = new OutputTail();
  const group = await spawnGroup({ ...request, command: 'sh', args: ['-c', request.command] });
  tail.follow(group.child.stdout);
  tail.follow(group.child.stderr);
  group.child.stdin.end(); // a command that asks something gets an end of input, not a wait

  const kind = await firstOf(group, request);
  await group.stop(kind === 'exited' ? 0 : GRACE_MS);
  const exit = await group.exited;
  if (kind === 'stopped') return { kind };
  const output = tail.text();
  return kind === 'exited' ? { kind, code: codeOf(exit), output } : { kind, output };
}

/** As shells count: 128 and the number of the signal that ended it. */
const codeOf = ({ code, signal }: Exit): number =>
  code ?? 128 + (signal === null ? 0 : constants.signals[signal]);

async function firstOf(group: ChildGroup, { timeoutMs, signal }: ShellRequest): Promise<Ending['kind']> {
  const waiting = new AbortController();
  const both = AbortSignal.any([waiting.signal, signal]);
  const ended = leaderExit(group).then((): Ending['kind'] => 'exited');
  const late = sleep(timeoutMs, 'timed-out' as const, { signal: both }).catch(() => 'stopped' as const);
  const kind = await Promise.race([ended, late]);
  waiting.abort();
  return kind;
}
