import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openReadOnlySqliteStore } from '@symphony/adapters/store/sqlite';
import { failureOf } from '@symphony/domain';

const SYMPHONY = fileURLToPath(new URL('../../bin/symphony.mjs', import.meta.url));

export interface BoardRequest {
  readonly items: number;
  readonly windowMs: number;
}

export interface BoardResult {
  /** From starting the process until every item is in the log. */
  readonly seenAfterMs: number;
  /** Processor time of the process over the window, in percent of one core. */
  readonly idleCpuPercent: number;
  readonly rssMb: number;
  readonly peakRssMb: number;
}

/** Linux counts processor time in these, for every process. */
const TICK_MS = 10;
const QUIET_FOR_MS = 3_000;
const LONGEST_START_MS = 120_000;

/**
 * `symphony run` as a person starts it, on a repository whose board has this many items that wait
 * for another one: nothing runs, and polling, watching and the control socket are all there is.
 */
export async function watchIdle({ items, windowMs }: BoardRequest): Promise<BoardResult> {
  const root = mkdtempSync(join(tmpdir(), 'symphony-bench-'));
  try {
    furnish(root, items);
    const began = performance.now();
    const child = spawn(process.execPath, [SYMPHONY, 'run'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const pid = child.pid as number;
    try {
      await until(() => seenIn(join(root, '.symphony', 'log')) >= items);
      const seenAfterMs = performance.now() - began;
      await settled(pid);
      const before = processorMs(pid);
      const from = performance.now();
      await sleep(windowMs);
      const idleCpuPercent = ((processorMs(pid) - before) / (performance.now() - from)) * 100;
      return {
        seenAfterMs,
        idleCpuPercent,
        rssMb: memoryOf(pid, 'VmRSS'),
        peakRssMb: memoryOf(pid, 'VmHWM'),
      };
    } finally {
      child.kill('SIGTERM');
      await Promise.race([gone, sleep(15_000).then(() => child.kill('SIGKILL'))]);
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function furnish(root: string, items: number): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'ignore' });
  git('init', '--quiet', '--initial-branch=main');
  const author = ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost'];
  git(...author, 'commit', '--quiet', '--allow-empty', '--message', 'begin');
  const board = join(root, '.symphony', 'board');
  mkdirSync(board, { recursive: true });
  writeFileSync(join(board, 'S-0.md'), '---\ntitle: Decide on the layout\nstate: Review\n---\n');
  for (let number = 1; number <= items; number++) {
    const head = `---\ntitle: Keep the filter of list ${number}\nstate: Todo\npriority: ${(number % 4) + 1}\nlabels: [bench]\nblocked_by: [S-0]\n---\n`;
    writeFileSync(join(board, `S-${number}.md`), `${head}\n${DESCRIPTION}`);
  }
}

const DESCRIPTION =
  'The list forgets its filter when a person goes back to it; keep it in the address.\n'.repeat(4);

/** Items the log has seen; none while there is no log yet. */
function seenIn(folder: string): number {
  try {
    const log = openReadOnlySqliteStore(folder);
    const seen = log.lastSeq();
    log.close();
    return seen;
  } catch (error) {
    if (failureOf(error).code === 'missing' || failureOf(error).code === 'unavailable') return 0;
    throw error;
  }
}

async function until(reached: () => boolean): Promise<void> {
  const end = performance.now() + LONGEST_START_MS;
  while (!reached()) {
    if (performance.now() > end) throw new Error('the board was not read in time');
    await sleep(100);
  }
}

/** Quiet: no more than a trace of processor time for some seconds. */
async function settled(pid: number): Promise<void> {
  const end = performance.now() + LONGEST_START_MS;
  for (;;) {
    const before = processorMs(pid);
    await sleep(QUIET_FOR_MS);
    if (processorMs(pid) - before <= QUIET_FOR_MS * 0.02) return;
    if (performance.now() > end) throw new Error('the conductor does not come to rest');
  }
}

/** User and system time of all threads: fields 14 and 15, counted after the name, which may hold blanks. */
function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
}
