import type { ItemId } from '../work-item.ts';

/**
 * Isolated worktrees (M1, M2). Every method may be repeated with the same arguments: after a crash
 * the conductor calls again and gets what is there.
 */
export interface ChamberPort {
  /** Makes the item's chamber, or finds it again with everything that is in it. */
  prepare(request: ChamberRequest): Promise<Chamber>;
  /** What the chamber holds now. */
  inspect(chamber: Chamber): Promise<Inspection>;
  /** Runs the `before_run` or `after_run` hook, if there is one. */
  runHook(chamber: Chamber, hook: 'before_run' | 'after_run'): Promise<void>;
  /**
   * Takes the chamber away if nothing is lost by it. Unmerged or uncommitted work keeps it, unless
   * `force`, which first stores the work as a bundle.
   */
  remove(chamber: Chamber, options: { readonly target: string; readonly force: boolean }): Promise<Removal>;
  /** Every chamber on disk, known to the log or not. */
  list(): Promise<readonly ChamberOnDisk[]>;
}

export interface ChamberRequest {
  readonly item: ItemId;
  readonly identifier: string;
  readonly title: string;
  readonly target: string;
  /** The chamber of an earlier run, when the log knows one. */
  readonly known: Chamber | null;
}

export interface Chamber {
  readonly key: string;
  readonly path: string;
  readonly branch: string;
  /** The commit the branch was cut from. "Has commits" is always asked against this one (C5). */
  readonly baseCommit: string;
  readonly ports: readonly number[];
  /** Values leased to this chamber only (`PORT`, a database name …). */
  readonly env: Readonly<Record<string, string>>;
}

export interface Inspection {
  readonly head: string;
  readonly tree: string;
  /** Commits beyond the recorded base. */
  readonly commits: number;
  /** Paths with uncommitted changes, ignored files left out, bounded to the first hundred. */
  readonly dirty: readonly string[];
  /** Differs whenever anything in the chamber changed (commits, staged, unstaged or new files). */
  readonly fingerprint: string;
}

export type Removal =
  | { readonly kind: 'removed'; readonly bundle: string | null }
  | { readonly kind: 'kept'; readonly reason: string };

export interface ChamberOnDisk {
  readonly key: string;
  readonly path: string;
  readonly branch: string | null;
  readonly baseCommit: string | null;
  readonly item: ItemId | null;
}
