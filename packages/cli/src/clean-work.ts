import { resolve } from 'node:path';
import { confirm, isCancel } from '@clack/prompts';
import type { ThingKind } from '@symphony/domain';
import type { CleanFlags } from './commands/clean.ts';
import { misuse } from './complaint.ts';
import type { Desk } from './desk.ts';
import { cleanedLines, planLines, restoredLines, trashLines } from './screen/clean-screen.ts';
import { harmless } from './screen/harmless.ts';
import { type CleanDoor, openServer } from './server-door.ts';

const KINDS: readonly ThingKind[] = ['chamber', 'branch', 'artifact', 'bundle', 'session', 'log', 'archive'];

export async function clean(desk: Desk, flags: CleanFlags): Promise<void> {
  const kinds = readKinds(flags.kind);
  refuseMixture(flags);
  const server = await openServer();
  const door = await server.openClean(await server.findWorkplace(desk.folder()));
  try {
    if (flags.trash) return await showTrash(desk, door, flags);
    if (flags.restore !== undefined) return await restore(desk, door, flags.restore, flags);
    if (flags.purge) return await purge(desk, door, flags);
    if (flags.exportTraining !== undefined)
      return await exportTraining(desk, door, flags.exportTraining, flags);
    return await cleanUp(desk, door, kinds, flags);
  } finally {
    door.close();
  }
}

async function cleanUp(
  desk: Desk,
  door: CleanDoor,
  kinds: readonly ThingKind[] | null,
  flags: CleanFlags,
): Promise<void> {
  const { terminal } = desk;
  const plan = await door.plan(kinds);
  if (flags.dryRun) {
    if (flags.json) terminal.json(plan);
    else terminal.lines(planLines(harmless(plan), terminal.frame()));
    return;
  }
  if (!flags.json) terminal.lines(planLines(harmless(plan), terminal.frame()));
  if (plan.steps.length === 0) {
    if (flags.json) terminal.json({ plan, result: null });
    return;
  }
  if (!(await isWanted(desk, flags, 'Do this?'))) return;
  const result = await door.carryOut(plan, kinds);
  if (flags.json) terminal.json({ plan, result });
  else terminal.lines(cleanedLines(harmless(result), terminal.frame()));
  if (result.left.length > 0) desk.endWith(1);
}

async function showTrash(desk: Desk, door: CleanDoor, flags: CleanFlags): Promise<void> {
  const entries = await door.trash();
  if (flags.json) desk.terminal.json(entries);
  else desk.terminal.lines(trashLines(harmless(entries), desk.terminal.frame()));
}

async function restore(desk: Desk, door: CleanDoor, what: string, flags: CleanFlags): Promise<void> {
  const restored = await door.restore(what);
  if (flags.json) desk.terminal.json(restored);
  else desk.terminal.lines(restoredLines(harmless(restored), desk.terminal.frame()));
  if (restored.left.length > 0) desk.endWith(1);
}

async function purge(desk: Desk, door: CleanDoor, flags: CleanFlags): Promise<void> {
  const { terminal } = desk;
  const entries = await door.trash();
  if (!flags.json) terminal.lines(trashLines(harmless(entries), terminal.frame()));
  const wanted = entries.length === 0 || (await isWanted(desk, flags, 'Delete all of it for good?'));
  if (!wanted) return;
  const done = await door.purge();
  if (flags.json) terminal.json(done);
  else if (done.purged > 0) terminal.line(`Purged ${done.purged}; nothing brings them back.`);
}

async function exportTraining(desk: Desk, door: CleanDoor, file: string, flags: CleanFlags): Promise<void> {
  const lines = await door.exportTraining(resolve(file));
  if (flags.json) desk.terminal.json({ file: resolve(file), lines });
  else desk.terminal.line(harmless(`Wrote ${lines} finished ${lines === 1 ? 'run' : 'runs'} to ${file}.`));
}

/** Asks the person; without one it must have been said beforehand. */
async function isWanted(desk: Desk, flags: CleanFlags, question: string): Promise<boolean> {
  if (flags.yes) return true;
  if (!desk.terminal.interactive || flags.json)
    throw misuse(
      'Nobody is here to be asked, so nothing was changed.',
      'Add `--yes` to do it without asking.',
    );
  const answer = await confirm({ message: question, initialValue: false });
  if (!isCancel(answer) && answer) return true;
  desk.terminal.line('Nothing was changed.');
  return false;
}

function readKinds(given: readonly string[] | undefined): readonly ThingKind[] | null {
  if (given === undefined) return null;
  const unknown = given.find((each) => !KINDS.some((kind) => kind === each));
  if (unknown !== undefined)
    throw misuse(`There is no kind ${unknown}.`, `The kinds are ${KINDS.join(', ')}.`);
  return KINDS.filter((kind) => given.includes(kind));
}

function refuseMixture(flags: CleanFlags): void {
  const given = [
    ['--trash', flags.trash],
    ['--restore', flags.restore],
    ['--purge', flags.purge],
    ['--export-training', flags.exportTraining],
    ['--dry-run', flags.dryRun],
  ].flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (given.length > 1)
    throw misuse(`${given.join(' and ')} do not go together.`, 'Give one of them at a time.');
}
