import type { Git } from '../../git/index.ts';
import type { ChamberSettings } from './settings.ts';

/** What every part of the worktree chambers stands on: one repository and where its things are kept. */
export interface Ground {
  readonly git: Git;
  /** The main checkout. */
  readonly repository: string;
  /** The git directory all worktrees share, absolute. */
  readonly common: string;
  /** Where chambers live, canonical. */
  readonly root: string;
  readonly bundles: string;
  readonly instance: string;
  readonly settings: () => ChamberSettings;
  /** Told of failures that stop nothing. */
  readonly notice: (message: string) => void;
  /** The name of an item's chamber. */
  readonly keyOf: (identifier: string) => string;
}

/** A chamber on disk: its folder, and its private git directory inside the shared one. */
export interface Place {
  readonly path: string;
  readonly admin: string;
}
