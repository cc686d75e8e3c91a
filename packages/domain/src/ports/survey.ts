import type { Mark } from '../mission/mark.ts';
import type { Chamber } from './chamber.ts';

/**
 * Looks at branches and chambers without changing either: marks in what was written, and what two
 * pieces of work would come to together. Everything may be asked again.
 */
export interface Survey {
  /** Makes `branch` at the commit `from` is at, or leaves one that is there. Answers where it is. */
  openBranch(branch: string, from: string): Promise<{ readonly base: string; readonly commit: string }>;
  /** Where the branch is; null when there is none. */
  commitOf(branch: string): Promise<string | null>;
  /**
   * Paths that `head` changed since it and `base` (a commit or a branch) parted: what was merged into it from
   * there is not its own.
   */
  changed(base: string, head: string): Promise<readonly string[]>;
  /** Marks in lines that `head` has and `base` has not, with their place in `head`. */
  marks(base: string, head: string): Promise<readonly Mark[]>;
  /** What the chamber holds now beyond its base, committed or not. Null while nothing differs. */
  sight(chamber: Chamber): Promise<Sight | null>;
  /** Files on which the two conflict when merged; empty when they go together. */
  trial(a: Sight, b: Sight): Promise<readonly string[]>;
  /** A file as it is in a commit; null when it is not there. */
  read(commit: string, path: string): Promise<string | null>;
}

/** A chamber at one moment, kept as a commit that belongs to no branch. */
export interface Sight {
  readonly commit: string;
  readonly tree: string;
  /** Paths that differ from the base. */
  readonly files: readonly string[];
}
