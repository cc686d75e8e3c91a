import { type CodeHost, PortError, type Prover } from '@symphony/domain';
import type { Git } from '../../git/index.ts';
import { assemble } from './assembly.ts';
import { dropHandoff, handoffRef, keepHandoff } from './handoff-refs.ts';
import { land } from './landing.ts';
import { inTurn } from './repository-queue.ts';
import { branchCommit, commitOf, exactCommit, isAncestor, short } from './revision.ts';
import { ScratchWorktree } from './scratch-worktree.ts';

export interface LocalHostOptions {
  readonly repository: string;
  /** An absolute folder that is ours alone; it is made, and thrown away when broken. */
  readonly scratch: string;
  readonly git: Git;
  readonly prover: Prover;
  readonly instance: string;
  /** The whole environment of the verify commands. */
  readonly environment: () => Record<string, string>;
  /**
   * Puts ignored files (`.env`, caches) into the scratch worktree. Called before every proof, since
   * cleaning may have taken links away: what is in place already must not trouble it.
   */
  readonly prepareScratch?: (path: string) => Promise<void>;
}

/**
 * The git work of the merge train on the user's own repository (M9): no server, no model. Only
 * `land` moves a branch, and only to a commit that `assemble` made.
 */
export function openLocalHost(options: LocalHostOptions): CodeHost {
  const { git, repository, prover, environment } = options;
  const scratch = new ScratchWorktree({
    git,
    repository,
    path: options.scratch,
    prepare: options.prepareScratch ?? (async () => undefined),
  });
  return {
    kind: 'local',

    async propose({ item, identifier, branch, head }) {
      const ref = `train/${identifier}`;
      const kept = await commitOf(git, repository, handoffRef(item));
      if (kept === head) return { ref }; // its branch may be gone by now, the commit is safe
      await exactCommit(git, repository, head);
      const branchHead = await branchCommit(git, repository, branch);
      if (!(await isAncestor(git, repository, head, branchHead)))
        throw new PortError({
          code: 'conflict',
          message: `${branch} was rewritten: it does not contain ${short(head)}, which was proved`,
        });
      await keepHandoff(git, repository, item, head);
      return { ref };
    },

    withdraw: (item) => dropHandoff(git, repository, item),

    assemble: (request) =>
      inTurn(options.instance, () => assemble({ git, repository, scratch, prover, environment }, request)),

    land: (request) =>
      inTurn(options.instance, () => land({ git, repository, scratch: scratch.path }, request)),
  };
}
