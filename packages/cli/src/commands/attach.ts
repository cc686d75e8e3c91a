import type { Command } from 'commander';
import type { Desk } from '../desk.ts';
import { wholeNumber, withExamples } from '../examples.ts';

interface AttachOptions {
  readonly after?: number;
  readonly json?: boolean;
}

/** `--json`: one entry a line, as `symphony events --follow --json`, also across restarts of the conductor. */
export function addAttach(program: Command, desk: Desk): void {
  const command = program
    .command('attach')
    .description('watch the conductor that runs here, live; comes back by itself when it is started anew')
    .option('--after <number>', 'begin with the entry after this one instead of now', wholeNumber)
    .option('--json', 'print entries as JSON, one a line')
    .action(async (options: AttachOptions) => (await import('../run/attach.ts')).attach(desk, options));
  withExamples(command, ['symphony attach', 'symphony attach --json --after 0 | jq .event.type']);
}
