import { type CodeHost, PortError } from '@symphony/domain';
import { Commenter } from '../../github/commenter.ts';
import { Lookout } from './look.ts';
import { mergePull, openPull, withdrawPull } from './pull-request.ts';
import { pushBranch } from './push.ts';
import { type HostGround, numberOf } from './settings.ts';
import { Writers } from './writers.ts';

export interface GitHubHostOptions extends HostGround {
  /** Everything that is not decided over there: the train of missions' branches, and proofs. */
  readonly local: CodeHost;
  /** The branch whose offers become pull requests. */
  readonly target: () => string;
}

/** Pull requests on GitHub for one target; all other branches are the local host's. */
export function openGitHubHost(options: GitHubHostOptions): CodeHost {
  const { local, target } = options;
  const writers = new Writers(options);
  const lookout = new Lookout(options, writers, target);
  const commenter = new Commenter(options.github);
  const decides = (branch: string): boolean => branch === target();
  return {
    kind: 'github',
    async propose(proposal) {
      const kept = await local.propose(proposal);
      if (!decides(proposal.target)) return kept;
      await pushBranch(options, proposal.branch, proposal.head);
      return openPull(options, proposal);
    },
    async withdraw(item, ref) {
      await withdrawPull(options, ref);
      await local.withdraw(item, ref);
    },
    assemble: (request) => local.assemble(request),
    land: (request) => local.land(request),
    reviews: {
      decides,
      look: (refs) => lookout.look(refs),
      merge: (ref, head) => mergePull(options, ref, head),
      mayWrite: (author) => writers.mayWrite(author),
      async comment(ref, key, text) {
        const number = numberOf(options.slug, ref);
        if (number === null)
          throw new PortError({ code: 'missing', message: `${ref} is no pull request of this repository.` });
        await commenter.add({ ...options.slug, number }, key, text);
      },
    },
  };
}
