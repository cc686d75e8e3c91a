import type {
  Discovery,
  Entry,
  Instant,
  ItemId,
  LogEvent,
  MissionId,
  Part,
  PhaseName,
} from '@symphony/domain';

/** Entries that change what is written of a mission. */
export const MISSION_TYPES = [
  'mission-asked',
  'mission-planned',
  'mission-approved',
  'mission-begun',
  'mission-stepped',
  'mission-part-made',
  'mission-part-carried',
  'mission-reviewed',
  'deviation-told',
  'discovery-told',
  'deviation-decided',
  'understanding-changed',
  'mission-merged',
  'mission-purged',
  'gate-judged',
  'mission-proved',
  'mission-judged',
  'mission-offered',
  'mission-returned',
  'mission-paused',
  'mission-resumed',
  'mission-extended',
  'mission-ended',
  'tool-reported',
  'scope-judged',
  'collision-seen',
] as const satisfies readonly LogEvent['type'][];

/** Where an item stands in its mission. */
export interface Place {
  readonly mission: MissionId;
  readonly part: Part;
}

/** What the log tells of a mission and the conductor does not keep. */
export interface Notes {
  readonly discoveries: readonly NotedDiscovery[];
  readonly phases: ReadonlyMap<PhaseName, PhaseTimes>;
  readonly conflicts: readonly ForeseenConflict[];
}

export interface NotedDiscovery extends Discovery {
  readonly at: Instant;
  readonly item: ItemId;
  readonly worker: string | null;
}

export interface PhaseTimes {
  readonly startedAt: Instant;
  readonly endedAt: Instant | null;
}

/** `tried`: merging the two was tried and conflicts. */
export interface ForeseenConflict {
  readonly a: ItemId;
  readonly b: ItemId;
  readonly files: readonly string[];
  readonly tried: boolean;
}

interface OpenNotes {
  discoveries: NotedDiscovery[];
  phases: Map<PhaseName, PhaseTimes>;
  phase: PhaseName | null;
  conflicts: Map<string, ForeseenConflict>;
}

export class MissionNotes {
  readonly #missions = new Map<MissionId, OpenNotes>();
  readonly #parts = new Map<ItemId, Place>();

  partOf(item: ItemId): Place | null {
    return this.#parts.get(item) ?? null;
  }

  of(mission: MissionId): Notes {
    const { discoveries, phases, conflicts } = this.#open(mission);
    return { discoveries, phases, conflicts: [...conflicts.values()] };
  }

  /** Whose files an event changes. */
  missionOf(event: LogEvent): MissionId | null {
    if ('mission' in event) return event.mission;
    const item = event.type === 'collision-seen' ? event.collision.a : 'item' in event ? event.item : null;
    return item === null ? null : (this.#parts.get(item)?.mission ?? null);
  }

  take({ event, at }: Entry): void {
    switch (event.type) {
      case 'mission-part-made':
        this.#parts.set(event.part.item, { mission: event.mission, part: event.part });
        return;
      case 'mission-stepped':
        return enterPhase(this.#open(event.mission), event.phase, at);
      case 'mission-ended':
        return enterPhase(this.#open(event.mission), null, at);
      case 'mission-reviewed':
        for (const { a, b, files } of event.conflicts)
          this.#foresee(event.mission, { a, b, files, tried: true });
        return;
      case 'collision-seen': {
        const { a, b, files, sure } = event.collision;
        const mission = this.missionOf(event);
        if (mission !== null) this.#foresee(mission, { a, b, files, tried: sure });
        return;
      }
      case 'tool-reported': {
        const place = this.#parts.get(event.item);
        if (!place || event.report.kind !== 'discovery') return;
        const { discoveries } = this.#open(place.mission);
        discoveries.push({ ...event.report.discovery, at, item: event.item, worker: place.part.worker });
        return;
      }
      default:
        return;
    }
  }

  #open(mission: MissionId): OpenNotes {
    let notes = this.#missions.get(mission);
    if (!notes) {
      notes = { discoveries: [], phases: new Map(), phase: null, conflicts: new Map() };
      this.#missions.set(mission, notes);
    }
    return notes;
  }

  #foresee(mission: MissionId, found: ForeseenConflict): void {
    const { conflicts } = this.#open(mission);
    const key = [found.a, found.b].sort().join(' ');
    if (found.tried || !conflicts.has(key)) conflicts.set(key, found);
  }
}

/** A phase that is played again goes on with its first beginning. */
function enterPhase(notes: OpenNotes, phase: PhaseName | null, at: Instant): void {
  const { phases, phase: before } = notes;
  if (phase === before) return;
  const ended = before === null ? undefined : phases.get(before);
  if (before !== null && ended) phases.set(before, { ...ended, endedAt: at });
  if (phase !== null) phases.set(phase, { startedAt: phases.get(phase)?.startedAt ?? at, endedAt: null });
  notes.phase = phase;
}
