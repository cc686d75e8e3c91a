import { Complaint } from './complaint.ts';
import type { Desk } from './desk.ts';
import { findRoot } from './repository.ts';
import { type MelodyDoor, openServer } from './server-door.ts';

export type MelodyEntry = NonNullable<ReturnType<MelodyDoor['book']['find']>>;
export type MelodyFault = ReturnType<MelodyDoor['book']['problems']>[number];
export type MelodyFormat = Parameters<MelodyDoor['encode']>[1];

export const FORMATS: readonly MelodyFormat[] = ['yaml', 'json', 'msgpack'];

export type OpenMelodies = (desk: Desk) => Promise<MelodyDoor>;

export const openMelodies: OpenMelodies = async (desk) =>
  (await openServer()).openMelodies(await findRoot(desk.folder()));

/** The melody of that name, or why there is none. */
export function findMelody({ book }: MelodyDoor, name: string): MelodyEntry {
  const found = book.find(name);
  if (found) return found;
  const fault = book.problems().find(({ file }) => file.endsWith(`/${name}.yaml`));
  if (fault) throw new Complaint(faultText(fault), fault.nextStep);
  throw new Complaint(`There is no melody ${name}.`, '`symphony melody list` shows those there are.');
}

export const faultText = ({ file, line, sentence }: MelodyFault): string =>
  `${file}${line === null ? '' : `:${line}`}: ${sentence}`;
