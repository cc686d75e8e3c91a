import { failureOf } from '@symphony/domain';
import { tryPush } from './push.ts';
import type { HostGround } from './settings.ts';

export interface AccessFinding {
  readonly level: 'ok' | 'problem';
  readonly message: string;
  readonly nextStep?: string;
}

/** What a person should know about the way to pull requests (`symphony doctor`). Never rejects, changes nothing. */
export async function checkPushAccess(ground: HostGround, target: string): Promise<readonly AccessFinding[]> {
  const { github, slug, settings } = ground;
  const name = `${slug.owner}/${slug.repo}`;
  try {
    const { data } = await github.rest.repos.get({ ...slug });
    if (data.permissions?.push === false)
      return [
        {
          level: 'problem',
          message: `The token may not push to ${name}.`,
          nextStep: 'Give it write access to contents and pull requests.',
        },
      ];
    const tried = await tryPush(ground, target);
    if (tried.code !== 0)
      return [
        {
          level: 'problem',
          message: `Git cannot push to ${settings().remote}: ${firstLine(tried.stderr)}`,
          nextStep: `Look at \`git remote -v\` and at who may write to ${name}.`,
        },
      ];
    return [{ level: 'ok', message: `Pull requests go to ${name} by way of ${settings().remote}.` }];
  } catch (error) {
    const { message, nextStep } = failureOf(error);
    return [{ level: 'problem', message, ...(nextStep === undefined ? {} : { nextStep }) }];
  }
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0]?.slice(0, 300) ?? '';
