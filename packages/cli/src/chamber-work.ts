import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { type ChamberOnDisk, normaliseName, type Removal } from '@symphony/domain';
import { Complaint } from './complaint.ts';
import type { Desk } from './desk.ts';
import { type Column, table } from './screen/columns.ts';
import { harmless } from './screen/harmless.ts';
import { type ChambersDoor, openServer } from './server-door.ts';

async function openChambers(desk: Desk): Promise<ChambersDoor> {
  const server = await openServer();
  return server.openChambersOf(await server.findWorkplace(desk.folder()));
}

/** By the chamber's key, its item's id or its branch. */
async function find(chambers: ChambersDoor, id: string): Promise<ChamberOnDisk> {
  const wanted = normaliseName(id);
  const found = (await chambers.list()).find((each) =>
    [each.key, each.item, each.branch].some((name) => name !== null && normaliseName(name) === wanted),
  );
  if (found) return found;
  throw new Complaint(`There is no chamber of ${id}.`, '`symphony chamber list` shows those there are.');
}

const COLUMNS: readonly Column[] = [{ max: 20 }, { max: 30 }, { max: 'rest' }];

export async function listChambers(desk: Desk, json: boolean): Promise<void> {
  const { terminal } = desk;
  const found = await (await openChambers(desk)).list();
  if (json) return terminal.json(found);
  const { columns, paint } = terminal.frame();
  const rows = harmless(found).map(({ key, item, branch, path }) => [
    { text: item ?? key, style: 'strong' } as const,
    { text: branch ?? 'no branch here', style: 'accent' } as const,
    { text: path, style: 'dim' } as const,
  ]);
  terminal.lines(table(rows, COLUMNS, columns, paint));
  if (found.length === 0) terminal.line('There are no chambers: they are made when an item is played.');
}

export async function openChamber(
  desk: Desk,
  id: string,
  options: { shell?: boolean; json?: boolean },
): Promise<void> {
  const { terminal } = desk;
  const chamber = await find(await openChambers(desk), id);
  if (options.json) return terminal.json(chamber);
  if (!options.shell) return terminal.line(chamber.path);
  const shell = terminal.env.SHELL || 'sh';
  terminal.note(`${shell} in ${harmless(chamber.path)}; leave it with exit.`);
  const child = spawn(shell, [], { cwd: chamber.path, stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  desk.endWith(code === 0 ? 0 : 1);
}

export async function diffChamber(desk: Desk, id: string, json: boolean): Promise<void> {
  const chambers = await openChambers(desk);
  const diff = await chambers.diff((await find(chambers, id)).key);
  if (json) desk.terminal.json({ diff });
  else if (diff !== '') desk.terminal.line((desk.terminal.stdout.isTTY ? harmless(diff) : diff).trimEnd());
  else desk.terminal.note('Nothing was changed in this chamber.');
}

export async function restoreChamber(desk: Desk, bundle: string, json: boolean): Promise<void> {
  const chambers = await openChambers(desk);
  if (!chambers.restore)
    throw new Complaint(
      'Workspaces that a hook fills have no bundles: what is removed of them waits in the trash.',
      '`symphony clean --trash` shows it, `symphony clean --restore ID` brings it back.',
    );
  const restored = await chambers.restore(resolve(bundle));
  if (json) desk.terminal.json(restored);
  else desk.terminal.line(harmless(`The work is back on branch ${restored.branch} in ${restored.path}.`));
}

export async function removeChamber(
  desk: Desk,
  id: string,
  options: { force?: boolean; json?: boolean },
): Promise<void> {
  const { removal, wayBack } = await remove(desk, id, options.force === true);
  if (options.json) {
    desk.terminal.json(removal);
    desk.endWith(removal.kind === 'removed' ? 0 : 1);
    return;
  }
  if (removal.kind === 'kept') {
    throw new Complaint(
      `The chamber stays: ${removal.reason}`,
      `Merge the work, or use \`symphony chamber remove ${id} --force\`, which stores it first.`,
    );
  }
  const kept = removal.bundle === null ? 'nothing in it was unmerged' : `its work is in ${removal.bundle}`;
  desk.terminal.line(harmless(`The chamber is removed; ${kept}.`));
  if (removal.bundle !== null) desk.terminal.note(harmless(`Bring it back with: ${wayBack(removal.bundle)}`));
}

interface Removed {
  readonly removal: Removal;
  wayBack(bundle: string): string;
}

async function remove(desk: Desk, id: string, force: boolean): Promise<Removed> {
  const server = await openServer();
  const workplace = await server.findWorkplace(desk.folder());
  const chambers = await server.openChambersOf(workplace);
  const chamber = await chambers.find((await find(chambers, id)).key);
  if (!chamber) throw new Complaint(`The chamber of ${id} is not whole.`, 'Play the item again to mend it.');
  const { config } = await server.loadProjectConfig(workplace);
  const reason = force ? null : ((await chambers.reasonToStay?.(chamber.key)) ?? null);
  return {
    removal:
      reason === null
        ? await chambers.remove(chamber, { target: config.target, force })
        : { kind: 'kept', reason },
    wayBack: (bundle) =>
      chambers.restore ? `symphony chamber restore ${bundle}` : `symphony clean --restore ${chamber.key}`,
  };
}
