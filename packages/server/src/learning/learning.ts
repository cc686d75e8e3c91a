import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Git } from '@symphony/adapters/git';
import { type ConductorState, missionView } from '@symphony/conductor';
import { type Clock, type Entry, failureOf, type MissionId, type Store } from '@symphony/domain';
import { AgentRecords, RUN_TYPES } from './agent-records.ts';
import { FAILURE_TYPES, FailureBook } from './failure-book.ts';
import { GOTCHA_TYPES, GotchaFile } from './gotcha-file.ts';
import { MISSION_FILES, missionFiles } from './mission-files.ts';
import { MISSION_TYPES, MissionNotes } from './mission-notes.ts';
import { LANDING_TYPES, ModuleCache } from './module-cache.ts';
import { writeWhole } from './whole-file.ts';

export interface LearningOptions {
  /** The `.symphony` folder. */
  readonly root: string;
  /** The top of the main working tree. */
  readonly repository: string;
  readonly git: Git;
  readonly store: Store;
  state(): ConductorState;
  readonly clock: Clock;
  warn(message: string): void;
}

/**
 * What is kept of missions for people and for the missions to come (M3, M11). All of it is made from
 * the log, behind it: nothing waits for it, and a disk that is full costs a file and not the work.
 */
export interface Learning {
  hear(entry: Entry): void;
  /** What earlier missions learnt, one sentence each. */
  lessons(): Promise<readonly string[]>;
  /** Resolves when everything heard so far is written. */
  close(): Promise<void>;
}

/** Changes that come within this time are written once. */
const GATHER_MS = 400;
const PAGE = 1_000;
/** How far back runs are looked at again: their files keep the last twenty of each player, no more. */
const RECENT = 50_000;

const TYPES = [
  ...new Set([...MISSION_TYPES, ...GOTCHA_TYPES, ...FAILURE_TYPES, ...RUN_TYPES, ...LANDING_TYPES]),
];
const HEARD: ReadonlySet<string> = new Set(TYPES);

export function openLearning(options: LearningOptions): Learning {
  const learner = new Learner(options);
  learner.begin();
  return learner;
}

/**
 * One writer, one thing at a time:
 *
 *   catching up ──all read──► listening ──hear──► gathering ──time──► writing ──► listening
 *
 * What is heard while it catches up is in the log by then, and is read there.
 */
class Learner implements Learning {
  readonly #options: LearningOptions;
  readonly #notes = new MissionNotes();
  readonly #gotchas: GotchaFile;
  readonly #failures: FailureBook;
  readonly #agents: AgentRecords;
  readonly #modules: ModuleCache;
  /** Missions whose files are to be written again. */
  readonly #changed = new Set<MissionId>();
  /** Written once since it began: what is left of the others may have been cleaned away. */
  readonly #written = new Set<MissionId>();
  /** The last entry that was taken in. */
  #seq = 0;
  #listening = false;
  #closed = false;
  #callOff: (() => void) | null = null;
  #tail: Promise<void> = Promise.resolve();

  constructor(options: LearningOptions) {
    const { root, repository, git, state } = options;
    this.#options = options;
    const learning = join(root, 'learning');
    const placeOf = (item: string) => this.#notes.partOf(item);
    this.#gotchas = new GotchaFile(join(learning, 'GOTCHAS.md'), { state, placeOf });
    this.#failures = new FailureBook(join(learning, 'FAILURE_ANALYSIS.json'), { state, placeOf });
    this.#agents = new AgentRecords(join(learning, 'AGENT_METRICS.json'), { git, repository });
    this.#modules = new ModuleCache(join(learning, 'MODULE_CACHE.json'), {
      git,
      repository,
      isMissions: (item) => placeOf(item) !== null || state().missions.has(item),
    });
  }

  begin(): void {
    this.#enqueue('What earlier missions learnt', async () => {
      await this.#gotchas.open();
      await this.#failures.open();
      await this.#agents.open();
      await this.#catchUp();
      if (!this.#listening) return;
      for (const mission of this.#options.state().missions.values())
        if (mission.step !== 'ended' || existsSync(this.#folderOf(mission.id))) this.#changed.add(mission.id);
      await this.#write();
    });
  }

  hear(entry: Entry): void {
    if (!this.#listening || this.#closed || entry.seq <= this.#seq) return;
    if (!this.#take(entry)) return;
    this.#callOff ??= this.#options.clock.after(GATHER_MS, () => {
      this.#callOff = null;
      this.#enqueue('What a mission learnt', () => this.#write());
    });
  }

  async lessons(): Promise<readonly string[]> {
    await this.#tail;
    if (!this.#closed) this.#enqueue('What a mission learnt', () => this.#write());
    await this.#tail;
    return this.#gotchas.lessons();
  }

  async close(): Promise<void> {
    this.#callOff?.();
    this.#callOff = null;
    if (!this.#closed) this.#enqueue('What a mission learnt', () => this.#write());
    this.#closed = true;
    this.#modules.close();
    await this.#tail;
  }

  async #catchUp(): Promise<void> {
    const { store } = this.#options;
    const recent = store.lastSeq() - RECENT;
    for (;;) {
      const types = this.#seq < recent ? MISSION_TYPES : TYPES;
      const page = store.read(this.#seq, PAGE, { types });
      for (const entry of page) this.#take(entry);
      if (page.length < PAGE && types === TYPES) {
        // At once: what is recorded from here on is heard.
        this.#listening = true;
        return;
      }
      if (page.length < PAGE) this.#seq = Math.max(this.#seq, recent);
      await new Promise((next) => setImmediate(next)); // a long log must not hold up the loop
      if (this.#closed) return;
    }
  }

  /** Whether it says anything worth learning. */
  #take(entry: Entry): boolean {
    this.#seq = entry.seq;
    if (!HEARD.has(entry.event.type)) return false;
    this.#notes.take(entry);
    this.#gotchas.take(entry);
    this.#failures.take(entry);
    this.#agents.take(entry);
    if (this.#listening) this.#modules.take(entry);
    const mission = this.#notes.missionOf(entry.event);
    if (mission !== null) this.#changed.add(mission);
    return true;
  }

  /** Half of the log would give half of the files: nothing is written before all of it is read. */
  async #write(): Promise<void> {
    if (!this.#listening) return;
    for (const mission of [...this.#changed]) {
      this.#changed.delete(mission);
      await this.#writeMission(mission);
    }
    await this.#gotchas.write();
    await this.#failures.write();
    await this.#agents.write();
    await this.#modules.write();
  }

  async #writeMission(id: MissionId): Promise<void> {
    const { state } = this.#options;
    const mission = state().missions.get(id);
    const folder = this.#folderOf(id);
    // A mission that has ended and was cleaned up leaves nothing behind, however often one starts.
    if (!mission || (mission.endedAt !== null && !this.#written.has(id) && !existsSync(folder))) return;
    const files = missionFiles(missionView(state(), mission), this.#notes.of(id));
    for (const name of MISSION_FILES)
      await writeWhole(join(folder, name), `${JSON.stringify(files[name], null, 2)}\n`);
    if (mission.endedAt === null) this.#written.add(id);
    else this.#written.delete(id);
  }

  #folderOf(mission: MissionId): string {
    // The name is a slug: it was checked before anything was recorded under it.
    return join(this.#options.root, 'missions', mission);
  }

  /** One after another, so that no file has two writers. What fails is told, and the next one is tried. */
  #enqueue(what: string, act: () => Promise<void>): void {
    this.#tail = this.#tail.then(act).catch((error: unknown) => {
      this.#options.warn(`${what} was not written: ${failureOf(error).message}`);
    });
  }
}
