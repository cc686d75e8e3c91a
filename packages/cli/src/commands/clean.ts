import type { Command } from 'commander';
import type { Desk } from '../desk.ts';
import { several, withExamples } from '../examples.ts';

export interface CleanFlags {
  readonly dryRun?: boolean;
  readonly kind?: readonly string[];
  readonly trash?: boolean;
  readonly restore?: string;
  readonly purge?: boolean;
  readonly exportTraining?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/**
 * `clean --dry-run --json`: the plan, `{ at, steps, tally, found }`. `clean --yes --json`: `{ plan, result }`.
 * `clean --trash --json`: an array of what can be restored.
 */
export function addClean(program: Command, desk: Desk): void {
  const clean = program
    .command('clean')
    .description('free disk space: archive and remove what nobody needs; what is removed can be restored')
    .option('--dry-run', 'show what would happen, and change nothing')
    .option(
      '--kind <kinds>',
      'only things of these kinds: chamber, branch, artifact, bundle, session, log, archive',
      several,
    )
    .option('--trash', 'list what was removed and can be restored')
    .option(
      '--restore <what>',
      'bring back a thing by its name, a whole cleaning by its name, or the `last` one',
    )
    .option('--purge', 'empty the trash for good')
    .option(
      '--export-training <file>',
      'write one line of JSON a finished run: prompts, turns, outcome, spend',
    )
    .option('-y, --yes', 'do not ask')
    .option('--json', 'print as JSON')
    .action(async (flags: CleanFlags) => (await import('../clean-work.ts')).clean(desk, flags));
  withExamples(clean, ['symphony clean --dry-run', 'symphony clean --yes', 'symphony clean --restore last']);
}
