import type { Command } from 'commander';
import { misuse } from '../complaint.ts';
import type { Desk } from '../desk.ts';
import { wholeNumber, withExamples } from '../examples.ts';

interface AttachOptions {
  readonly after?: number;
  readonly json?: boolean;
  readonly write?: boolean;
  readonly takeover?: boolean;
}

/** `--json`: one entry a line, as `symphony events --follow --json`, also across restarts of the conductor. */
export function addAttach(program: Command, desk: Desk): void {
  const command = program
    .command('attach [id]')
    .description(
      "watch the conductor that runs here, or one item's agent, live; comes back by itself when it is started anew",
    )
    .option('--write', 'with an id: what you type is told to the agent, or typed in its program')
    .option(
      '--takeover',
      "with an id: work in the agent's own program when its turn ends, until you leave it",
    )
    .option(
      '--after <number>',
      'without an id: begin with the entry after this one instead of now',
      wholeNumber,
    )
    .option('--json', 'without an id: print entries as JSON, one a line')
    .action((id: string | undefined, options: AttachOptions) => attach(desk, id, options));
  withExamples(command, [
    'symphony attach',
    'symphony attach S-3',
    'symphony attach S-3 --takeover',
    'symphony attach --json --after 0 | jq .event.type',
  ]);
}

async function attach(desk: Desk, id: string | undefined, options: AttachOptions): Promise<void> {
  const { after, json, write = false, takeover = false } = options;
  if (id === undefined) {
    if (write || takeover)
      throw misuse('It is not said whose agent is meant.', 'Name the item: `symphony attach S-1`.');
    return (await import('../attach/watch-conductor.ts')).watchConductor(desk, options);
  }
  if (json || after !== undefined)
    throw misuse(
      '--json and --after are for watching without an id.',
      `Use \`symphony logs ${id} --follow --json\`.`,
    );
  await (await import('../attach/watch-item.ts')).watchItem(desk, id, { write, takeover });
}
