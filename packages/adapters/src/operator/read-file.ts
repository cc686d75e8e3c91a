import { PortError } from '@symphony/domain';
import type { Operator, OperatorPlace } from './operator.ts';
import { repositoryPath } from './repository-path.ts';
import { commitOf } from './revision.ts';

const LARGEST_BYTES = 1024 * 1024;

/** A file as it stands on the target branch: what a person has changed and not committed is not seen. */
export const readFile: Operator = {
  keys: ['path'],
  run: async ({ request, config }, place) => {
    const path = repositoryPath(config.text('path'));
    if (path === null) throw config.invalid('path', 'must name a file inside the repository.');
    const object = `${await commitOf(place, request.target)}:${path}`;
    await expectSmallFile(place, object, path, request.target);
    const text = (await ask(place, 'blob', object)).stdout;
    if (text.includes('\0')) throw unreadable(path, 'is not a text file');
    return { text };
  },
};

async function expectSmallFile(
  place: OperatorPlace,
  object: string,
  path: string,
  target: string,
): Promise<void> {
  const kind = await ask(place, '-t', object);
  if (kind.code !== 0) {
    throw new PortError({
      code: 'missing',
      message: `There is no file ${path} on ${target}.`,
      nextStep: `Commit it to ${target}, or name another one.`,
    });
  }
  if (kind.stdout.trim() !== 'blob') throw unreadable(path, 'is a folder, not a file');
  const bytes = Number((await ask(place, '-s', object)).stdout);
  if (!(bytes <= LARGEST_BYTES)) throw unreadable(path, 'is larger than 1 MB');
}

const ask = ({ git, repository }: OperatorPlace, what: string, object: string) =>
  git.try(repository, ['cat-file', what, object]);

const unreadable = (path: string, why: string): PortError =>
  new PortError({ code: 'invalid', message: `${path} cannot be read by a melody: it ${why}.` });
