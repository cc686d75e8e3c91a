import { stringify } from 'yaml';
import { DEFAULT_TEMPLATE } from '../prompts/index.ts';
import type { Found } from './find-agents.ts';
import { playersText } from './players-text.ts';
import type { TrackerAnswer } from './tracker.ts';

/** What a person was asked, or what was guessed. */
export interface InitAnswers {
  readonly target: string;
  readonly verify: readonly string[];
  readonly links: readonly string[];
  readonly handoff: 'auto' | 'review';
  readonly slots: number;
  /** The agent that plays, of those that were found, or the rehearsal player. */
  readonly player: string;
  readonly found: readonly Found[];
  /** Where work comes from besides the board. */
  readonly tracker?: TrackerAnswer | null;
  /** Put a first item on an empty board. */
  readonly welcome: boolean;
}

export interface PlannedFile {
  /** Relative to the top of the repository. */
  readonly path: string;
  readonly text: string;
}

/** What lives beside the configuration and belongs to this machine only. */
export const IGNORED = [
  'chambers/',
  'run/',
  'log/',
  'bundles/',
  'folders/',
  'sessions/',
  'artifacts/',
  'archive/',
  'missions/',
  'learning/',
] as const;

export const IGNORE_FILE: PlannedFile = {
  path: '.symphony/.gitignore',
  text: `# Written by Symphony: what belongs to this machine only.\n${IGNORED.join('\n')}\n`,
};

/** The files to write, as values: nothing is looked at and nothing is touched. */
export const planInit = (answers: InitAnswers): readonly PlannedFile[] => [
  { path: '.symphony/symphony.yaml', text: configText(answers) },
  { path: '.symphony/prompts/default.md', text: DEFAULT_TEMPLATE },
  IGNORE_FILE,
];

/** Only what was answered is set; the rest stays at its default and can be seen with `symphony config show`. */
function configText(answers: InitAnswers): string {
  const verify =
    answers.verify.length > 0 ? yaml({ verify: answers.verify }) : '# verify:\n#   - make test\n';
  const chamber =
    answers.links.length > 0
      ? `
# Ignored folders that every chamber (the worktree of one item) shares with this checkout.
${yaml({ chamber: { links: answers.links } })}`
      : '';
  return `# Symphony's configuration. Changes apply at once; a mistake keeps the last good version.
# \`symphony config show\` explains every value, \`symphony config validate\` checks the file.

# The branch work is cut from and merged into.
${yaml({ target: answers.target })}
# Commands that must pass before work counts as done, and again before it is merged.
${verify}
# auto: what is proved is merged. review: a person approves first.
${yaml({ handoff: { mode: answers.handoff } })}
# How many items are worked on at once.
${yaml({ slots: { total: answers.slots } })}${chamber}${trackerText(answers)}
${playersText(answers)}`;
}

const trackerText = ({ tracker }: InitAnswers): string =>
  tracker
    ? `
# Where work comes from. What Symphony makes itself stays on the local board.
# All of it is played; \`required_labels: [symphony]\` under \`tracker\` plays what has that label alone.
${yaml({ tracker: { kind: tracker.kind, provider: tracker.provider } })}`
    : '';

const yaml = (value: object): string => stringify(value, { lineWidth: 0 });
