import type { Entry } from '@symphony/domain';
import { nameBook } from '@symphony/protocol/words';
import type { Command } from 'commander';
import { withConductor } from '../connection.ts';
import type { Desk } from '../desk.ts';
import { wholeNumber, withExamples } from '../examples.ts';
import { followUntilInterrupted } from '../follow.ts';
import { TRANSCRIPT_TYPES, transcriptLines } from '../screen/transcript.ts';
import { lastEntries } from '../words/last-entries.ts';

interface LogOptions {
  readonly follow?: boolean;
  readonly limit: number;
  readonly json?: boolean;
}

/** `--json`: an array of entries `{ seq, at, event }`; with `--follow` one entry a line. */
export function addLogs(program: Command, desk: Desk): void {
  const command = program
    .command('logs [id]')
    .description('read what the agents said and did, as a transcript')
    .option('-f, --follow', 'go on with what they say next, until Ctrl-C')
    .option('--limit <number>', 'at most this many entries', wholeNumber, 200)
    .option('--json', 'print the entries as JSON (with --follow: one a line)')
    .action((id: string | undefined, options: LogOptions) => showLogs(desk, id, options));
  withExamples(command, ['symphony logs S-3', 'symphony logs S-3 --follow']);
}

async function showLogs(desk: Desk, id: string | undefined, options: LogOptions): Promise<void> {
  const { terminal } = desk;
  await withConductor(desk, async (reached) => {
    const { client } = reached;
    const item = id === undefined ? undefined : (await client.explain(id)).item.id;
    const book = nameBook(await client.status());
    const filter = { types: TRANSCRIPT_TYPES, ...(item === undefined ? {} : { item }) };
    const entries = await lastEntries(client, options.limit, filter);
    const show = (entry: Entry) => {
      book.hear(entry);
      if (options.json) return terminal.jsonl(entry);
      terminal.lines(
        transcriptLines(entry, { ...terminal.frame(), nameOf: book.nameOf, named: item === undefined }),
      );
    };
    if (options.json && !options.follow) return terminal.json(entries);
    for (const entry of entries) show(entry);
    if (entries.length === 0 && !options.follow && !options.json)
      terminal.note('No agent has said anything yet.');
    if (!options.follow) return;
    const wanted = new Set<string>(TRANSCRIPT_TYPES);
    const after = entries.at(-1)?.seq ?? (await client.status()).seq;
    await followUntilInterrupted(reached, after, ({ seq, at, event }) => {
      if (!wanted.has(event.type)) return;
      if (item === undefined || ('item' in event && event.item === item)) show({ seq, at, event });
    });
  });
}
