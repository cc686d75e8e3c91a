import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { spawnGroup } from '../../process/group.ts';
import { inTime } from '../../process/patience.ts';

/** What is asked briefly is answered in a few lines: more of it is dropped. */
const OUTPUT_LIMIT = 1_000_000;

export interface BriefQuestion {
  /** Names the repository in the marker of the process. */
  readonly instance: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Absent: a temporary folder, where nobody's settings lie. */
  readonly cwd?: string;
  readonly patienceMs: number;
}

export type BriefAnswer =
  | { readonly kind: 'said'; readonly stdout: string; readonly stderr: string }
  /** It could not be started. */
  | { readonly kind: 'missing' }
  /** It took too long. */
  | { readonly kind: 'late' };

/**
 * What a program says, whatever its exit code. Never rejects, and leaves nothing running: agents are
 * often a small program that starts the real one, which would outlive a signal to the first.
 */
export async function runBriefly(question: BriefQuestion): Promise<BriefAnswer> {
  const { instance, command, args, env, cwd = env.TMPDIR ?? tmpdir(), patienceMs } = question;
  const marker = { instance, role: 'agent' as const, run: `question-${randomUUID()}` };
  // Why it could not be started is of no use to whoever asks: they are told how to get it.
  const group = await spawnGroup({ command, args, cwd, env, marker }).catch(() => null);
  if (group === null) return { kind: 'missing' };
  const { stdin, stdout, stderr } = group.child;
  const [said, complained] = [collect(stdout), collect(stderr)];
  stdin.end();
  const exit = await inTime(group.exited, patienceMs, null);
  await group.stop(0);
  return exit === null ? { kind: 'late' } : { kind: 'said', stdout: said(), stderr: complained() };
}

/** Reads on past the limit: a program that is not listened to would never end. */
function collect(stream: Readable): () => string {
  const pieces: Buffer[] = [];
  let size = 0;
  stream.on('data', (piece: Buffer) => {
    if (size < OUTPUT_LIMIT) pieces.push(piece);
    size += piece.length;
  });
  return () => Buffer.concat(pieces).toString('utf8');
}
