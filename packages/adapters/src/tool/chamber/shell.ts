import { constants } from 'node:os';
import { type Json, type Tool, type ToolContext, ToolError } from '@symphony/domain';
import { type ChildGroup, type Exit, leaderExit, type Marker, spawnGroup } from '../../process/index.ts';
import { defineTool, fields, filled, text, whole, yesOrNo } from '../define.ts';
import { BoundedOutput } from './bounded-output.ts';
import type { ChamberGround } from './ground.ts';

const USUAL_MS = 120_000;
const LONGEST_MS = 600_000;
/** Between asking and making: whoever stops a session waits for it, and 200 ms are promised for all of it. */
const GRACE_MS = 50;
const OUTPUT = { head: 8_000, tail: 22_000 };
/** A line a person watches, not more often than they can read. */
const PROGRESS_MS = 250;

interface ShellInput {
  readonly command: string;
  readonly folder?: string;
  readonly timeoutMs?: number;
  readonly check?: boolean;
}

export const shellTool = (ground: ChamberGround): Tool =>
  defineTool<ShellInput>({
    name: 'shell.run',
    description:
      'Runs a command line with `sh` and tells its exit code and output. A code other than 0 is an answer, not a failure, unless `check` is set: set it when later steps rely on it. Everything it started is ended with it.',
    permissions: ['read', 'write', 'execute'],
    timeoutMs: LONGEST_MS + 5_000,
    input: fields({
      command: filled('The command line.'),
      'folder?': text('Where to run it, relative to the folder you work in.'),
      'timeoutMs?': whole(`How long it may take; ${USUAL_MS} unless told.`, 1, LONGEST_MS),
      'check?': yesOrNo('An exit code other than 0 is a failure.'),
    }),
    run: (input, context) => runShell(ground, input, context),
  });

async function runShell(ground: ChamberGround, input: ShellInput, context: ToolContext): Promise<Json> {
  const { command, folder = '.', timeoutMs = USUAL_MS, check = false } = input;
  const cwd = await ground.place.existing(folder);
  if (context.signal.aborted) throw stopped();
  const startedAt = performance.now();
  const launch = ground.confine({ command: 'sh', args: ['-c', command], cwd, env: ground.env });
  const group = await spawnGroup({ ...launch, marker: partOf(ground.marker, context.call) });
  const output = follow(group, context);
  group.child.stdin.end(); // a command that asks something gets an end of input, not a wait

  const ending = await firstOf(group, timeoutMs, context);
  await group.stop(ending === 'exited' ? 0 : GRACE_MS);
  if (ending === 'stopped') throw stopped();
  const said = output.text();
  if (ending === 'late')
    throw new ToolError(`The command did not end within ${timeoutMs} ms. It said:\n${lastOf(said)}`, {
      code: 'E5003',
      guidance: 'Give it more time with timeoutMs, or run less of it.',
    });
  const exitCode = codeOf(await group.exited);
  if (check && exitCode !== 0)
    throw new ToolError(`The command ended with ${exitCode}. It said:\n${lastOf(said)}`, {
      guidance: 'Correct what it complains about, then run it again.',
    });
  return {
    exitCode,
    output: said,
    ms: Math.round(performance.now() - startedAt),
    ...(output.cut ? { cut: true } : {}),
  };
}

/** Two calls of one run must not end each other. */
const partOf = (marker: Marker, call: string): Marker => ({ ...marker, part: call });

/** As shells count: 128 and the number of the signal that ended it. */
const codeOf = ({ code, signal }: Exit): number =>
  code ?? 128 + (signal === null ? 0 : constants.signals[signal]);

function follow(group: ChildGroup, context: ToolContext): BoundedOutput {
  const output = new BoundedOutput(OUTPUT);
  let toldAt = Number.NEGATIVE_INFINITY;
  const hear = (chunk: Buffer): void => {
    const said = output.write(chunk);
    const now = performance.now();
    const line =
      now - toldAt < PROGRESS_MS ? undefined : said.split('\n').findLast((each) => each.trim() !== '');
    if (line === undefined) return;
    toldAt = now;
    context.progress(line.trim().slice(0, 200));
  };
  group.child.stdout.on('data', hear);
  group.child.stderr.on('data', hear);
  return output;
}

async function firstOf(
  group: ChildGroup,
  timeoutMs: number,
  { signal }: ToolContext,
): Promise<'exited' | 'late' | 'stopped'> {
  const { promise: interrupted, resolve } = Promise.withResolvers<'late' | 'stopped'>();
  const timer = setTimeout(() => resolve('late'), timeoutMs);
  const stop = (): void => resolve('stopped');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([leaderExit(group).then(() => 'exited' as const), interrupted]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

const lastOf = (said: string): string => said.slice(-3_000).trim() || '(nothing)';

const stopped = (): ToolError => new ToolError('The command was stopped.', { code: 'E3001' });
