import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Artifact } from '@symphony/domain';
import { PortError } from '@symphony/domain';
import { Complaint } from './complaint.ts';
import type { Terminal } from './terminal.ts';

/** Writes a content to a file and returns its path, or to stdout and returns null. A file is whole or not there. */
export async function exportTo(
  terminal: Terminal,
  artifact: Artifact,
  content: AsyncIterable<Uint8Array>,
  path: string | undefined,
  force: boolean,
): Promise<string | null> {
  if (path === '-') {
    await pipeline(content, terminal.stdout, { end: false });
    return null;
  }
  const target = resolve(path ?? fileNameOf(artifact));
  await assertFree(target, force);
  const unfinished = `${target}.${process.pid}.part`;
  try {
    await pipeline(content, createWriteStream(unfinished, { flags: 'wx' }));
    await assertFree(target, force);
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true });
    if (error instanceof PortError || error instanceof Complaint) throw error;
    throw new Complaint(
      `${target} could not be written: ${(error as Error).message}.`,
      `Check that ${dirname(target)} is a folder you may write to, with enough space.`,
    );
  }
  return target;
}

async function assertFree(target: string, force: boolean): Promise<void> {
  const there = await stat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw new Complaint(`${target} cannot be looked at: ${error.message}.`, 'Check its permissions.');
  });
  if (there?.isDirectory()) throw new Complaint(`${target} is a folder.`, 'Name a file in it.');
  if (there && !force)
    throw new Complaint(`${target} is there already.`, 'Name another file, or replace it with `--force`.');
}

/** The name without anything a path could be made of, and its version. */
const fileNameOf = ({ name, version }: Artifact): string =>
  `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'artifact'}@${version}`;
