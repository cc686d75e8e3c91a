import type { Chamber } from '@symphony/domain';
import { chamberBranch } from '../key.ts';
import { excludeFile } from './chamber-git.ts';
import { chamberEnvironment } from './environment.ts';
import { failure } from './failure.ts';
import type { Ground, Place } from './ground.ts';
import { runHook } from './hooks.ts';
import { type Cut, finishMaking, takeBack, updateSubmodules } from './making.ts';
import { leasePorts } from './ports.ts';
import { provision } from './provision.ts';
import { readRecord, writeRecord } from './record.ts';
import { registrations } from './registration.ts';

/** Who a chamber is for, and where it is. */
export interface Tenancy {
  readonly key: string;
  readonly path: string;
  readonly item: string;
  readonly identifier: string;
  /** The chamber of an earlier run, when the log knows one: it wins over what is on disk. */
  readonly known: Chamber | null;
}

export interface Terms {
  readonly baseCommit: string;
  /** Ports the chamber has from an earlier run. */
  readonly held: readonly number[];
}

/** Leases ports, works out the environment and writes the record. Called by one at a time. */
export async function moveIn(ground: Ground, tenancy: Tenancy, place: Place, terms: Terms): Promise<Chamber> {
  const { key, item, identifier } = tenancy;
  const settings = ground.settings();
  const taken = await portsOfOthers(ground, place);
  const ports = await leasePorts({ key, wanted: settings.ports, held: terms.held, taken });
  const provided = settings.links.length + settings.copies.length > 0;
  const excludes = provided ? excludeFile(place.admin) : null;
  const env = chamberEnvironment(settings.env, { key, ports, excludes });
  const { baseCommit } = terms;
  await writeRecord(place.admin, { item, identifier, baseCommit, ports, env });
  return { key, path: place.path, branch: chamberBranch(key), baseCommit, ports, env };
}

/** A chamber is not given to another item that happens to have the same identifier. */
export async function refuseStranger(place: Place, { key, item, known }: Tenancy): Promise<void> {
  const record = await readRecord(place.admin);
  if (known !== null || record === null || record.item === item) return;
  throw failure(
    'conflict',
    `The chamber ${key} belongs to the work item ${record.item}, not to ${item}.`,
    `Remove it first: symphony chamber remove ${key}.`,
  );
}

async function portsOfOthers(ground: Ground, place: Place): Promise<Set<number>> {
  const others = (await registrations(ground.common)).filter((each) => each.admin !== place.admin);
  const records = await Promise.all(others.map((each) => readRecord(each.admin)));
  return new Set(records.flatMap((record) => record?.ports ?? []));
}

/** Fills a chamber that was just cut. If that fails, the chamber goes again, and the failure is told. */
export async function furnish(ground: Ground, { tenancy, cut, chamber, lay }: Furnishing): Promise<Chamber> {
  try {
    await updateSubmodules(ground, cut.place);
    await provision(ground, cut.place, ground.settings());
    await lay();
    await runHook(ground, chamber, tenancy, 'after_create');
    await finishMaking(cut.place);
    return chamber;
  } catch (error) {
    await takeBack(ground, tenancy.key, cut);
    throw error;
  }
}

export interface Furnishing {
  readonly tenancy: Tenancy;
  readonly cut: Cut;
  readonly chamber: Chamber;
  /** Puts more into the chamber before its hook runs. */
  readonly lay: () => Promise<void>;
}
