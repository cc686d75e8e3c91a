import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Complaint, misuse } from './complaint.ts';
import type { Desk } from './desk.ts';
import { FORMATS, faultText, findMelody, type MelodyFault, type MelodyFormat } from './melody-door.ts';
import { harmless } from './screen/harmless.ts';
import { markLines } from './screen/mark-lines.ts';
import { melodyLines, melodyListLines } from './screen/melody-screen.ts';
import type { MelodyDoor } from './server-door.ts';

export function listMelodies(desk: Desk, { book }: MelodyDoor, json: boolean): void {
  const { terminal } = desk;
  const problems = book.problems();
  if (json) {
    const melodies = book.list().map(({ melody, origin, file, replaces }) => {
      const { name, title, description, version, tags } = melody;
      return { name, title, description, version, tags, origin, file, replaces };
    });
    return terminal.json({ melodies, problems });
  }
  terminal.lines(melodyListLines(book.list(), terminal.frame()));
  tellFaults(desk, problems);
}

export function showMelody(desk: Desk, door: MelodyDoor, name: string, json: boolean): void {
  const entry = findMelody(door, name);
  const { melody, origin, file, replaces } = entry;
  if (json) return desk.terminal.json({ melody, origin, file, replaces });
  desk.terminal.lines(melodyLines(entry, desk.terminal.frame()));
}

/** All melodies of the repository, or one file anywhere. Ends with 1 when something is wrong. */
export async function validateMelodies(
  desk: Desk,
  door: MelodyDoor,
  file: string | undefined,
  json: boolean,
): Promise<void> {
  const { terminal } = desk;
  const problems = file === undefined ? door.book.problems() : await faultsIn(door, file);
  if (json) terminal.json({ ok: problems.length === 0, problems });
  else if (problems.length > 0) tellFaults(desk, problems);
  else {
    const own = door.book.list().filter((each) => each.origin === 'repository').length;
    const all = `${own === 0 ? 'There are no melodies in .symphony/melodies; the' : `The ${own} of this repository and the`} built-in ones are sound.`;
    terminal.line(file === undefined ? all : `${harmless(file)} is sound.`);
  }
  desk.endWith(problems.length === 0 ? 0 : 1);
}

/** A file that was named, or the file of the melody of that name. */
async function faultsIn(door: MelodyDoor, named: string): Promise<readonly MelodyFault[]> {
  const known = door.book.problems().filter(({ file }) => file === named || file.endsWith(`/${named}.yaml`));
  if (known.length > 0) return known;
  if (door.book.find(named)) return [];
  const reading = door.read(named, await bytesOf(named));
  return reading.ok ? [] : reading.problems;
}

function tellFaults({ terminal }: Desk, faults: readonly MelodyFault[]): void {
  const remarks = faults.map((fault) => ({
    status: 'problem' as const,
    name: '',
    message: faultText(fault),
    fix: fault.nextStep,
  }));
  terminal.lines(markLines(remarks, terminal.frame()));
}

export async function newMelody(
  desk: Desk,
  door: MelodyDoor,
  name: string,
  options: { readonly from?: string; readonly json?: boolean },
): Promise<void> {
  const text = door.draft(name, options.from ?? null);
  const reading = door.read(`${name}.yaml`, Buffer.from(text));
  // The only thing that can be wrong with a draft is the name it was given.
  if (!reading.ok) throw misuse(reading.problems[0]?.sentence ?? '', reading.problems[0]?.nextStep ?? '');
  const file = await door.save(name, text, false);
  if (options.json) return desk.terminal.json({ name, file });
  const instead =
    door.book.find(name)?.origin === 'built-in' ? ' It stands in the place of the built-in one.' : '';
  desk.terminal.lines(
    harmless([`Wrote ${file}.${instead}`, `Next: edit it, then \`symphony melody validate ${name}\`.`]),
  );
}

export async function exportMelody(
  desk: Desk,
  door: MelodyDoor,
  name: string,
  options: { readonly format?: string; readonly output?: string },
): Promise<void> {
  const { melody } = findMelody(door, name);
  const bytes = door.encode(melody, readFormat(options.format ?? 'json'));
  const { output } = options;
  if (output === undefined) return void desk.terminal.stdout.write(bytes);
  try {
    await writeFile(resolve(output), bytes, { flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'is there already' : `cannot be written: ${message}`;
    throw new Complaint(`${output} ${why}.`, 'Choose another name.');
  }
  desk.terminal.note(harmless(`Wrote ${output} (${bytes.length} bytes).`));
}

function readFormat(given: string): MelodyFormat {
  const format = FORMATS.find((each) => each === given);
  if (format) return format;
  throw misuse(`${given} is not a form of a melody.`, `Use ${FORMATS.join(', ')}.`);
}

export async function importMelody(
  desk: Desk,
  door: MelodyDoor,
  file: string,
  options: { readonly force?: boolean; readonly json?: boolean },
): Promise<void> {
  const bytes = await bytesOf(file);
  const reading = door.read(file, bytes);
  if (!reading.ok) {
    if (options.json) desk.terminal.json({ problems: reading.problems });
    else tellFaults(desk, reading.problems);
    return desk.endWith(1);
  }
  const { melody } = reading;
  // What people wrote is taken over as it is, comments and all.
  const text = /\.ya?ml$/i.test(file) ? bytes : door.encode(melody, 'yaml');
  const saved = await door.save(melody.name, text, options.force === true);
  if (options.json) return desk.terminal.json({ name: melody.name, file: saved });
  desk.terminal.line(harmless(`${melody.name} is in ${saved}.`));
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    return await readFile(resolve(file));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Complaint(
      `${file} ${code === 'ENOENT' ? 'is not there' : `cannot be read: ${message}`}.`,
      'Name a melody, or a file that holds one.',
    );
  }
}
