import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openReadOnlySqliteStore } from '@symphony/adapters/store/sqlite';
import {
  type ArtifactStore,
  failureOf,
  type Instant,
  PortError,
  type Store,
  type Thing,
  type ThingKind,
  type TrashEntry,
} from '@symphony/domain';
import { notWritten } from '../disk-refusal.ts';
import { loadProjectConfig, openProjectArtifacts } from '../project.ts';
import { archiveOf, type Workplace } from '../workplace.ts';
import { type CleanResult, carryOut, type Look, sourceOf } from './carry-out.ts';
import { lockArchive } from './lock.ts';
import { LogFacts } from './log-facts.ts';
import { type CleanPlan, planOf, trashThing } from './plan.ts';
import { policiesFor } from './policies.ts';
import { type Restored, restore } from './restoring.ts';
import { openSources, type SourceOptions } from './sources.ts';

/** What a conductor in this process lends; a command needs none of it. */
export interface CleanOptions extends Partial<SourceOptions> {
  readonly now?: () => Instant;
  readonly signal?: AbortSignal;
}

/** Cleaning one workplace, beside a conductor or without one. */
export interface Clean {
  /** Only looks: not a byte changes. */
  plan(kinds: readonly ThingKind[] | null): Promise<CleanPlan>;
  /** Does what the plan shows, as far as it is still right. Rejects with `conflict` while another one is at it. */
  carryOut(plan: CleanPlan, kinds: readonly ThingKind[] | null): Promise<CleanResult>;
  trash(): Promise<readonly TrashEntry[]>;
  restore(what: string): Promise<Restored>;
  /** Everything in the trash, however new. Nothing brings it back. */
  purge(): Promise<{ readonly purged: number; readonly bytes: number }>;
  /** Writes one line a trajectory into a new file; returns how many. */
  exportTraining(file: string): Promise<number>;
  close(): void;
}

export async function openClean(workplace: Workplace, options: CleanOptions = {}): Promise<Clean> {
  const { now = Date.now, chambers = null, signal = null } = options;
  const { config } = await loadProjectConfig(workplace);
  const { clean } = config;
  const archive = archiveOf(workplace);
  const store = openLog(workplace);
  const facts = new LogFacts(store);
  const own = options.artifacts === undefined ? await openArtifacts(workplace) : null;
  const artifacts = options.artifacts ?? own;
  const target = options.target ?? config.target;
  const sources = await openSources(workplace, facts, { target, artifacts, chambers });
  const policies = policiesFor(clean);

  const look = async (kinds: readonly ThingKind[] | null): Promise<Look> => {
    await facts.refresh();
    const found: Thing[] = [];
    for (const source of sources.all) found.push(...(await source.list()));
    for (const entry of await sources.trash.entries())
      found.push(trashThing(entry, await sources.trash.bytes(entry), clean.retention, now()));
    const plan = planOf(found, policies, now(), kinds);
    return {
      plan,
      steps: new Map(plan.steps.map((step) => [`${step.course} ${step.id}`, step])),
      things: new Map(found.map((thing) => [thing.id, thing])),
    };
  };
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    const release = lockArchive(archive);
    try {
      await hide(archive);
      return await work();
    } finally {
      release();
    }
  };

  return {
    plan: async (kinds) => (await look(kinds)).plan,
    carryOut: (plan, kinds) =>
      alone(async () => {
        const cleaning = { sources, now, signal, look: () => look(kinds), hasMoved: () => facts.refresh() };
        await writeTraining(join(archive, 'training.jsonl'), facts, 'w');
        const result = await carryOut(plan, cleaning);
        await writeFile(join(archive, 'last.json'), `${JSON.stringify(result)}\n`);
        return result;
      }),
    trash: () => sources.trash.entries(),
    restore: (what) =>
      alone(async () => {
        for (const source of sources.all) await source.recover();
        return restore(what, sources, (await look(null)).things, now());
      }),
    purge: () =>
      alone(async () => {
        let purged = 0;
        let bytes = 0;
        for (const entry of await sources.trash.entries()) {
          bytes += await sources.trash.bytes(entry);
          await sourceOf(sources, entry.kind).purge(entry);
          purged += 1;
        }
        return { purged, bytes };
      }),
    async exportTraining(file) {
      await facts.refresh();
      await writeTraining(file, facts, 'wx');
      return facts.trajectories.length;
    },
    close() {
      own?.close();
      store?.close();
    },
  };
}

/** When this workplace was last cleaned; 0 when it never was. */
export async function lastCleaned(workplace: Workplace): Promise<Instant> {
  try {
    const { at } = JSON.parse(await readFile(join(archiveOf(workplace), 'last.json'), 'utf8')) as {
      at?: unknown;
    };
    return typeof at === 'number' ? at : 0;
  } catch {
    return 0; // never cleaned, or not recorded whole: cleaning once more does no harm
  }
}

/** A command opens the store by itself, where there is one. */
const openArtifacts = async (workplace: Workplace): Promise<ArtifactStore | null> =>
  existsSync(join(workplace.artifacts, 'index.db')) ? openProjectArtifacts(workplace) : null;

/** Where nothing was played yet there is no log, and nothing that belongs to an item is touched. */
function openLog(workplace: Workplace): Store | null {
  try {
    return openReadOnlySqliteStore(workplace.log);
  } catch (error) {
    if (failureOf(error).code === 'missing') return null;
    throw error;
  }
}

/** The archive belongs to this machine and never shows in the checkout. */
async function hide(archive: string): Promise<void> {
  await mkdir(archive, { recursive: true });
  await writeFile(join(archive, '.gitignore'), '*\n');
}

async function writeTraining(file: string, facts: LogFacts, flag: 'w' | 'wx'): Promise<void> {
  await facts.refresh();
  const lines = facts.trajectories.map((each) => `${JSON.stringify(each)}\n`).join('');
  try {
    await writeFile(file, lines, { flag });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw notWritten(file, error);
    throw new PortError(
      {
        code: 'conflict',
        message: `${file} exists already and is not overwritten.`,
        nextStep: 'Name another file.',
      },
      error,
    );
  }
}
