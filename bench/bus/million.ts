import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@symphony/bus';
import { connectUnix } from '@symphony/bus/unix';
import { type MemoryUse, memoryNow } from '../memory.ts';
import { startServer } from './speaker.ts';

export interface MillionResult {
  readonly perSecond: number;
  /** Sent and never answered. */
  readonly lost: number;
  /** Answers that were not the next one. */
  readonly outOfOrder: number;
  /** What both processes have in use, after a full collection, more than a tenth of the way in. */
  readonly heapGrowthMb: number;
  /** The same of what the system holds for them: the engine's room for young objects grows once. */
  readonly rssGrowthMb: number;
}

/** On their way at once. */
const WINDOW = 2_000;

/** So many requests through one connection, each answered with its number by the other process. */
export async function sendMillion({ messages }: { readonly messages: number }): Promise<MillionResult> {
  const folder = mkdtempSync(join(tmpdir(), 'symphony-bench-'));
  const path = join(folder, 'run', 'c.sock');
  const server = await startServer('ours', path);
  const connection = new Connection(await connectUnix(path));
  const memory = async (): Promise<MemoryUse> => {
    const here = memoryNow();
    const there = (await connection.request('memory')) as MemoryUse;
    return { rssMb: here.rssMb + there.rssMb, heapMb: here.heapMb + there.heapMb };
  };
  let answered = 0;
  let outOfOrder = 0;
  let before: MemoryUse | null = null;
  const began = performance.now();
  for (let sent = 0; sent < messages; sent += WINDOW) {
    const answers = Array.from({ length: WINDOW }, (_, n) => connection.request('count', { n: sent + n }));
    for (const answer of answers) {
      answered += 1;
      if ((await answer) !== answered) outOfOrder += 1;
    }
    if (sent >= messages / 10) before ??= await memory();
  }
  const seconds = (performance.now() - began) / 1000;
  const after = await memory();
  connection.close();
  server.kill('SIGKILL');
  await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
  const sent = Math.ceil(messages / WINDOW) * WINDOW;
  return {
    perSecond: answered / seconds,
    lost: sent - answered,
    outOfOrder,
    heapGrowthMb: after.heapMb - (before?.heapMb ?? 0),
    rssGrowthMb: after.rssMb - (before?.rssMb ?? 0),
  };
}
