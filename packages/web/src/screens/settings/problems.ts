import type { SettingProblem } from '@symphony/domain';

/** Saving such a text would be refused. */
export const hasErrors = (problems: readonly SettingProblem[]): boolean =>
  problems.some(({ severity }) => severity === 'error');

/** Its place stands beside it already. */
export const withoutPlace = (message: string): string =>
  message.replace(/ \([^()\s]+\.ya?ml(?::\d+)?\)$/, '');

/** In the order of the lines; what is about the whole first. */
export const inOrder = (problems: readonly SettingProblem[]): readonly SettingProblem[] =>
  [...problems].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
