import { setTimeout as sleep } from 'node:timers/promises';
import { Complaint } from '../complaint.ts';
import { type Holder, type Running, readLock } from '../connection.ts';
import type { Desk } from '../desk.ts';
import { onInterrupts } from '../interrupts.ts';
import { oneLine } from '../screen/harmless.ts';
import { isAlive } from './process-alive.ts';

const LOOK_MS = 100;
/** Between giving the repository free and the end of the process. */
const LEAVING_MS = 3_000;
const BETWEEN_SIGNALS_MS = 300;
/** Where nobody tells that a killed process is gone (containers), silence has to do. */
const SILENCE_MS = 15_000;

/** Asks the conductor to end and waits until it has, saying for whom. False when the person stopped waiting. */
export async function stopRunning(
  desk: Desk,
  root: string,
  running: Running,
  now: boolean,
): Promise<boolean> {
  const { client, holder } = running;
  let waiting = true;
  const quiet = onInterrupts(() => {
    waiting = false;
  });
  try {
    await client.command({ name: 'stop', by: desk.person });
    if (now) await insist(holder);
    let told = '';
    let answeredAt = Date.now();
    while (waiting && (await holds(root, holder)) && Date.now() - answeredAt < SILENCE_MS) {
      const names = await atWork(running);
      if (names !== null) answeredAt = Date.now();
      const words = names?.length ? `waiting for ${names.join(', ')} to end` : told;
      if (words !== told) desk.terminal.note(oneLine(words));
      told = words;
      await sleep(LOOK_MS);
    }
    return waiting;
  } finally {
    quiet();
    await client.close();
  }
}

/** A conductor counts signals: the second one means now. Two at once would be one. */
async function insist({ pid }: Holder): Promise<void> {
  for (let count = 0; count < 2; count++) {
    if (count > 0) await sleep(BETWEEN_SIGNALS_MS);
    try {
      process.kill(pid, 'SIGTERM');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ESRCH') return; // it has ended
      throw new Complaint(
        `The conductor (pid ${pid}) is stopping, but may not be hurried: ${code ?? 'unknown'}.`,
        'Use the account that started it.',
      );
    }
  }
}

/** It is there, and so are its words in the log of a daemon, until the process has ended. */
async function holds(root: string, { pid }: Holder): Promise<boolean> {
  if (!isAlive(pid)) return false;
  // Its number may be somebody else's by now: without its file it is not waited for longer than it needs to leave.
  if ((await readLock(root))?.pid === pid) return true;
  for (const until = Date.now() + LEAVING_MS; Date.now() < until && isAlive(pid); ) await sleep(LOOK_MS);
  return false;
}

/** Whose agents still run; null when it does not answer any more. */
async function atWork({ client }: Running): Promise<string[] | null> {
  try {
    const { items } = await client.status();
    return items.filter(({ run }) => run !== null).map(({ identifier }) => identifier);
  } catch {
    return null; // it is closing
  }
}
