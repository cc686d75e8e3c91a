import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PortError } from '@symphony/domain';
import { lockInstance } from '../instance-lock.ts';
import { workplaceAt } from '../workplace.ts';

/** Tells a sample from a folder that only has its name. Nothing is ever removed where it is missing. */
export const MARKER = '.symphony-sample';

const MARKER_TEXT = 'Made by `npm start`, which empties this folder and makes the sample anew each time.\n';

/**
 * Leaves `folder` there and empty but for the marker. The marker is written first and never taken
 * away, so a start that is interrupted at any point leaves something the next one may replace.
 */
export async function clearPlace(folder: string): Promise<void> {
  try {
    await assertOurs(folder);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, MARKER), MARKER_TEXT);
    await whileNobodyPlays(folder, () => removeContents(folder));
  } catch (error) {
    if (error instanceof PortError) throw error;
    throw new PortError(
      {
        code: 'disk',
        message: `The sample cannot be made in ${folder}: ${error instanceof Error ? error.message : error}.`,
        nextStep: 'Make room or give yourself permission to write there, then try again.',
      },
      error,
    );
  }
}

async function assertOurs(folder: string): Promise<void> {
  const found = await lstat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return;
  if (!found.isDirectory()) throw foreign(folder, 'is not a folder');
  const names = await readdir(folder);
  if (names.length > 0 && !names.includes(MARKER)) throw foreign(folder, 'was not made by `npm start`');
}

const foreign = (folder: string, why: string): PortError =>
  new PortError({
    code: 'refused',
    message: `${folder} ${why}, so it is left alone.`,
    nextStep: 'Move it away and try again.',
  });

/** A conductor that still plays an earlier sample would have the ground taken from under it. */
async function whileNobodyPlays(folder: string, act: () => Promise<void>): Promise<void> {
  const workplace = workplaceAt(folder);
  if (!existsSync(workplace.run)) return act();
  const lock = lockInstance(workplace);
  try {
    await act();
  } finally {
    lock.release();
  }
}

/** Agents of a conductor that was killed may still write while their files go: hence the retries. */
async function removeContents(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name !== MARKER) await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
  }
}
