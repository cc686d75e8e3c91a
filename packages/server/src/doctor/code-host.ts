import type { Git } from '@symphony/adapters/git';
import type { LoadedConfig } from '../config/index.ts';
import { type Finding, ok, problem } from './finding.ts';

/** Whether pull requests can be made: the repository is seen, and git may push. Nothing is changed. */
export async function checkCodeHost(root: string, git: Git, config: LoadedConfig): Promise<Finding[]> {
  if (config.config.code_host.kind === 'local') return [];
  const { openGround } = await import('../code-hosts.ts');
  const { checkPushAccess } = await import('@symphony/adapters/code-host/github');
  const ground = await openGround({ root, instance: 'doctor', git, config: () => config });
  const found = await checkPushAccess(ground, config.settings.target);
  return found.map(({ level, message, nextStep }) =>
    level === 'ok'
      ? ok('code host', message)
      : problem('code host', message, nextStep ?? 'Mend what the message names and look again.'),
  );
}
