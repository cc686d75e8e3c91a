import { boundedText } from './bounded-text.ts';
import type { Operator, OperatorPlace } from './operator.ts';
import { repositoryPath } from './repository-path.ts';
import { commitOf } from './revision.ts';

/** `count` is of all; the text would be cut at about here anyway. */
const MOST_COMMITS = 5_000;

/**
 * What happened on the target branch since `since`, newest first, a line for each commit. Without
 * `since` it is the last tag; where there is none, the beginning.
 */
export const gitLog: Operator = {
  keys: ['since', 'paths'],
  run: async ({ request, config }, place) => {
    const since = config.optionalText('since');
    const paths = config.texts('paths').map((written) => {
      const path = repositoryPath(written);
      if (path === null)
        throw config.invalid('paths', `must stay inside the repository; ${written} does not.`);
      return `:(literal,top)${path}`;
    });
    const head = await commitOf(place, request.target);
    const from = since ?? (await lastTag(place, head));
    const range = from === null ? [head] : [head, `^${await commitOf(place, from)}`];
    const { git, repository } = place;
    const count = Number(await git(repository, 'rev-list', '--count', ...range, '--', ...paths));
    const shape = ['--no-color', `--max-count=${MOST_COMMITS}`, '--format=%h %s (%an, %as)'];
    const text = await git(repository, 'log', ...shape, ...range, '--', ...paths);
    return { text: boundedText(text), count, since: from ?? '' };
  },
};

async function lastTag({ git, repository }: OperatorPlace, head: string): Promise<string | null> {
  const { code, stdout } = await git.try(repository, ['describe', '--tags', '--abbrev=0', head]);
  return code === 0 ? stdout.trim() : null;
}
