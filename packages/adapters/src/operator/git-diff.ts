import { boundedText } from './bounded-text.ts';
import type { Operator } from './operator.ts';
import { commitOf } from './revision.ts';

/** A person's own diff settings and drivers must not decide what a melody sees. */
const PLAIN = [
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

/** What differs between two commits; `to` is the target branch unless told. */
export const gitDiff: Operator = {
  keys: ['from', 'to'],
  run: async ({ request, config }, place) => {
    const from = await commitOf(place, config.text('from'));
    const to = await commitOf(place, config.optionalText('to') ?? request.target);
    const { git, repository } = place;
    const names = await git(repository, 'diff', '--name-only', '-z', '--no-renames', from, to);
    const text = await git(repository, 'diff', ...PLAIN, from, to);
    return { text: boundedText(text), files: names.split('\0').filter((name) => name !== '') };
  },
};
