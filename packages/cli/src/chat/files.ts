import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ChatFile } from '@symphony/domain';
import { Complaint } from '../complaint.ts';

const LARGEST = 400_000;

/** A file that is given along, as text. */
export async function readGiven(path: string): Promise<ChatFile> {
  const size = await stat(path).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );
  if (size === null) throw new Complaint(`${path} is no file that can be read.`, 'Name a text file.');
  if (size > LARGEST)
    throw new Complaint(
      `${path} is too large to be given along (${size} bytes).`,
      `At most ${LARGEST} bytes: cut it, or ask about a part of it.`,
    );
  const text = await readFile(path, 'utf8');
  if (text.includes('\0')) throw new Complaint(`${path} is no text.`, 'Only text can be given along.');
  return { name: basename(path), text };
}
