import { wordsOf } from './wording.ts';

/** A class of work, for learning which player does it well: what is to be done, and whether it is much. */
export type WorkClass = `${WorkKind}/${'small' | 'large'}`;
export type WorkKind = 'fix' | 'feature' | 'tests' | 'docs' | 'refactor' | 'chore' | 'question' | 'other';

/** In this order: "write tests for the fix" is about tests. */
const SIGNS: readonly (readonly [WorkKind, readonly string[]])[] = [
  ['tests', ['test', 'tests', 'spec', 'specs', 'coverage']],
  ['docs', ['doc', 'docs', 'documentation', 'readme', 'changelog', 'comment', 'comments', 'typo', 'guide']],
  ['fix', ['fix', 'fixes', 'bug', 'broken', 'crash', 'crashes', 'fails', 'failing', 'error', 'regression']],
  ['refactor', ['refactor', 'rename', 'extract', 'simplify', 'clean', 'cleanup', 'split', 'restructure']],
  ['chore', ['bump', 'upgrade', 'update', 'dependency', 'dependencies', 'lint', 'format', 'ci', 'release']],
  ['feature', ['add', 'implement', 'support', 'create', 'build', 'introduce', 'allow', 'new']],
  ['question', ['why', 'what', 'how', 'where', 'when', 'who', 'which', 'explain']],
];

const MANY_WORDS = 60;

export function workClassOf(request: string): WorkClass {
  const words = wordsOf(request);
  const said = new Set(words);
  const kind = SIGNS.find(([, signs]) => signs.some((sign) => said.has(sign)))?.[0] ?? 'other';
  return `${kind}/${words.length > MANY_WORDS ? 'large' : 'small'}`;
}
