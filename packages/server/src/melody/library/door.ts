import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  decodeMelody,
  encodeMelody,
  formatOf,
  MELODY_FOLDER,
  type MelodyBook,
  type MelodyFormat,
  openMelodyBook,
  type Reading,
} from '@symphony/adapters/melody';
import { type Melody, PortError } from '@symphony/domain';
import { makeFolder, notWritten } from '../../disk-refusal.ts';
import { blankMelody, renamed } from './blank.ts';
import { whyNoExpression } from './expression-check.ts';
import { builtInMelodies } from './index.ts';

/** What the commands about melodies need: all there are, and ways in and out. */
export interface MelodyDoor {
  readonly book: MelodyBook;
  /** Reads a melody in any of its forms; the form is told by the file's name, YAML by default. */
  read(file: string, bytes: Uint8Array): Reading;
  encode(melody: Melody, format: MelodyFormat): Uint8Array;
  /** The text of a new melody: like another one, or blank. */
  draft(name: string, like: string | null): string;
  /** Rejects with PortError `conflict` when the file is there and `force` is not given. */
  save(name: string, text: string | Uint8Array, force: boolean): Promise<string>;
}

export async function openMelodies(root: string): Promise<MelodyDoor> {
  const book = await openMelodyBook(root, builtInMelodies(), whyNoExpression);
  return {
    book,
    read: (file, bytes) => decodeMelody(bytes, formatOf(file) ?? 'yaml', file, whyNoExpression),
    encode: encodeMelody,
    draft(name, like) {
      if (like === null) return blankMelody(name);
      const found = book.find(like);
      if (found) return renamed(found.text, name);
      throw new PortError({
        code: 'missing',
        message: `There is no melody ${like}.`,
        nextStep: '`symphony melody list` shows those there are.',
      });
    },
    save: (name, text, force) => save(root, name, text, force),
  };
}

/** Whole or not at all. */
async function save(root: string, name: string, text: string | Uint8Array, force: boolean): Promise<string> {
  const file = `${MELODY_FOLDER}/${name}.yaml`;
  const path = join(root, file);
  makeFolder(dirname(path));
  const beside = `${path}.new`;
  try {
    if (!force) await writeFile(path, text, { flag: 'wx' });
    else {
      await writeFile(beside, text);
      await rename(beside, path);
    }
    return file;
  } catch (error) {
    await rm(beside, { force: true });
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw notWritten(file, error);
    throw new PortError({
      code: 'conflict',
      message: `${file} is there already.`,
      nextStep: 'Choose another name, or use `--force` to write over it.',
    });
  }
}
