import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Complaint } from '../complaint.ts';
import { connectRunning, type Holder, readLock } from '../connection.ts';
import { oneLine } from '../screen/harmless.ts';
import type { Terminal } from '../terminal.ts';
import { LOG_FILE, lastLines, openLog } from './log-file.ts';
import { isAlive } from './process-alive.ts';

export interface LaunchOptions {
  readonly rehearse?: boolean;
  readonly target?: string;
}

export interface Launched {
  /** False: another one was first. */
  readonly started: boolean;
  readonly holder: Holder;
}

const LOOK_MS = 50;
/** A start reads the whole log where there is no snapshot, and waits for git. */
const START_LIMIT_MS = 60_000;
const SHOWN_LINES = 20;

/**
 * Starts a daemon: this program again, in a session of its own, so that neither the end of the
 * terminal nor Ctrl-C in it reaches it. Resolves when it answers.
 */
export async function launch(root: string, options: LaunchOptions, terminal: Terminal): Promise<Launched> {
  const log = openLog(root);
  const [, program = ''] = process.argv;
  const args = [
    ...process.execArgv,
    program,
    '-C',
    root,
    'up',
    '--foreground',
    ...(options.rehearse ? ['--rehearse'] : []),
    ...(options.target === undefined ? [] : ['--target', options.target]),
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', log.file, log.file],
    env: terminal.env,
  });
  closeSync(log.file);
  let ended = false;
  const onEnd = (): void => {
    ended = true;
  };
  child.once('exit', onEnd).once('error', onEnd);
  child.unref();

  const until = Date.now() + START_LIMIT_MS;
  while (Date.now() < until) {
    const holder = await answering(root);
    if (holder) return { started: holder.pid === child.pid, holder };
    if (ended && !(await isHeld(root)))
      throw notStarted(terminal, lastLines(log.path, log.from, SHOWN_LINES));
    await sleep(LOOK_MS);
  }
  throw new Complaint(
    `Symphony was started (pid ${child.pid}) and does not answer yet.`,
    `\`symphony status\` tells when it does; ${LOG_FILE} has what it says.`,
  );
}

async function answering(root: string): Promise<Holder | null> {
  const running = await connectRunning(root);
  await running?.client.close();
  return running?.holder ?? null;
}

/** Somebody else is starting here: ours gave way, and theirs will answer soon. */
async function isHeld(root: string): Promise<boolean> {
  const lock = await readLock(root);
  return lock !== null && isAlive(lock.pid);
}

function notStarted(terminal: Terminal, lines: readonly string[]): Complaint {
  for (const line of lines) terminal.note(`  ${oneLine(line)}`);
  return new Complaint(
    'Symphony could not be started in the background; its last words are above.',
    `Mend what they name, or look with \`symphony doctor\`; ${LOG_FILE} has all of it.`,
  );
}
