import {
  type CommandResult,
  commandPassed,
  type Evidence,
  evidenceOf,
  PortError,
  type ProveRequest,
  type Prover,
} from '@symphony/domain';
import { type Git, openGit } from '../../git/index.ts';
import { endRun } from '../../process/index.ts';
import { runCommand } from './command-run.ts';

/**
 * Proves a tree by running shell commands where it is checked out (C5). The tree is looked at
 * before and after, so that evidence is never bound to something other than what the commands saw.
 * The timeout holds for each command.
 */
export function openProver(options: { readonly instance: string }): Prover {
  const git = openGit(options.instance);
  return {
    async prove(request: ProveRequest): Promise<Evidence> {
      await expectTree(git, request);
      const results: CommandResult[] = [];
      for (const command of request.commands) {
        const marker = { instance: options.instance, role: 'verify', run: request.run } as const;
        const { cwd, env, timeoutMs } = request;
        const result = await runCommand({ command, cwd, env, timeoutMs, marker });
        results.push(result);
        if (!commandPassed(result)) break;
      }
      await expectTree(git, request);
      return evidenceOf(request.tree, request.commit, results);
    },

    abandon: (run) => endRun({ instance: options.instance, role: 'verify', run }),
  };
}

async function expectTree(git: Git, request: ProveRequest): Promise<void> {
  const tree = await git(request.cwd, 'rev-parse', '--verify', 'HEAD^{tree}');
  if (tree === request.tree) return;
  throw new PortError({
    code: 'conflict',
    message: `the tree changed while it was being proved: ${request.cwd} holds ${tree.slice(0, 10)}, not ${request.tree.slice(0, 10)}`,
  });
}
