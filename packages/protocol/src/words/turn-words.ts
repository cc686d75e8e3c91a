import type { PromptKind } from '@symphony/domain';

const TURNS: Readonly<Record<PromptKind, string>> = {
  first: 'the agent reads the work item',
  retry: 'another attempt, with what went wrong before',
  'continue-uncommitted': 'asked to commit what it left',
  'continue-no-commits': 'asked to go on, nothing is committed yet',
  'continue-active': 'asked to go on, the tracker still has it as active',
  'after-restart': 'goes on after a restart',
  'after-pause': 'goes on after the pause',
  'after-takeover': 'goes on from what a person left',
  steered: 'hears what there is to say to it',
  conflict: 'asked to solve a conflict with the target',
  'failed-on-target': 'asked to mend what fails together with the target',
  review: 'hears what a person says about its work',
  'pull-request': 'hears what its pull request needs',
};

export const turnWords = (kind: PromptKind): string => TURNS[kind];
