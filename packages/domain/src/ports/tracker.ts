import type { ItemId, Json, TrackedItem } from '../work-item.ts';

/**
 * Where work comes from. Two reads are all the conductor needs (svc-T1, svc-T2); writes are
 * capabilities: a tracker that cannot move an item leaves the method out.
 * Both reads are atomic: a failure on any page rejects the whole call with a PortError.
 */
export interface Tracker {
  readonly kind: string;
  /** Every item whose state is one of `states`. `[]` answers `[]` without asking. */
  fetchByStates(states: readonly string[]): Promise<TrackerRead>;
  /** The full records of these ids; ids that are not visible are left out, each at most once. */
  fetchByIds(ids: readonly ItemId[]): Promise<readonly TrackedItem[]>;
  /** Puts the item into `state`. Repeating it changes nothing. */
  moveTo?(id: ItemId, state: string): Promise<void>;
  /** Adds a comment once: a second call with the same `key` changes nothing. */
  comment?(id: ItemId, key: string, text: string): Promise<void>;
  /** Makes an item of this id; one that is there already is left as it is. */
  create?(work: NewWork): Promise<void>;
  /** Puts new work on the tracker. */
  add?(work: WorkChanges & { readonly title: string }): Promise<TrackedItem>;
  /** What is left out stays as it is. */
  edit?(id: ItemId, changes: WorkChanges): Promise<TrackedItem>;
  /** Calls back when something may have changed: a hint that brings the next tick forward. */
  watch?(hint: () => void): { stop(): Promise<void> };
  /**
   * What people wrote below items since `after`, oldest first; repeating some of it does no harm. Null: nothing
   * yet, only where to go on from, so that what was written before Symphony came is no command.
   */
  commentsSince?(after: string | null): Promise<CommentsRead>;
  /** Whether the author of this id may write to what the item belongs to. Left out: what comes with the comment has to do. */
  mayWrite?(author: string, item: ItemId): Promise<boolean>;
  /** How long to wait before the next poll so that the provider's budget lasts: the interval or longer. */
  nextPollMs?(intervalMs: number): number;
}

export interface CommentsRead {
  readonly comments: readonly TrackerComment[];
  /** To be given as `after` next time; the tracker's own, and opaque. */
  readonly next: string;
}

export interface TrackerComment {
  /** The same by webhook and by asking: what is commanded in it is done once. */
  readonly id: string;
  /** What the item is called: its id, or other names it may be known by (identifier, address). */
  readonly item: readonly string[];
  readonly author: CommentAuthor;
  readonly standing: Standing;
  readonly text: string;
}

export interface CommentAuthor {
  /** As the tracker knows them when it is asked about them. */
  readonly id: string;
  /** For reading. */
  readonly name: string;
}

/**
 * What a comment itself says of its author: `writer` may write for certain, `member` belongs to those who usually
 * may, `machine` is a program, Symphony among them, and commands nobody.
 */
export type Standing = 'writer' | 'member' | 'stranger' | 'machine';

/** What a delivery of a tracker's webhook says. A hint only: what is true is read from the tracker (C17). */
export type WebhookReading =
  /** `malformed`: it came from the tracker, and cannot be read. Otherwise nobody knows where it comes from. */
  | { readonly kind: 'refused'; readonly reason: string; readonly malformed?: boolean }
  | {
      readonly kind: 'heard';
      /** The same delivery made again carries the same name. */
      readonly delivery: string;
      /** `offers`: what was offered for items (pull requests, their checks); the items themselves did not change. */
      readonly about: 'items' | 'offers';
      /** Names of what it is about. */
      readonly names: readonly string[];
      readonly comment?: TrackerComment;
    }
  | { readonly kind: 'ignored' };

export interface TrackerRead {
  readonly items: readonly TrackedItem[];
  /** Records that could not be read, told by name so that a person can mend them. They block nothing else. */
  readonly problems: readonly TrackerProblem[];
}

export interface TrackerProblem {
  /** Where: a file name with a line, or a record's id. */
  readonly where: string;
  readonly message: string;
}

/** A work item that Symphony itself makes: an agent node of a melody, say. */
export interface NewWork {
  /** Chosen by the caller, so that repeating the call makes no second item. */
  readonly id: ItemId;
  readonly title: string;
  readonly description: string;
  readonly labels: readonly string[];
  readonly priority: number | null;
  /** False: it waits until a person lets it be played. */
  readonly dispatchable?: boolean;
  /** Extra fields (`player`, `rehearsal`). */
  readonly fields: Readonly<Record<string, Json>>;
}

/** What a person may say about a work item. */
export interface WorkChanges {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly state?: string | undefined;
  readonly priority?: number | null | undefined;
  readonly labels?: readonly string[] | undefined;
  /** Identifiers or ids of what must be done first. */
  readonly blockedBy?: readonly string[] | undefined;
  /** `player`, `rank`, and keys of one's own; null takes one away. */
  readonly fields?: Readonly<Record<string, Json>> | undefined;
}
