import type { Entry, EntryFilter } from '@symphony/domain';
import { EVENT_TYPES, nameBook, weightOf } from '@symphony/protocol/words';
import type { Command } from 'commander';
import { misuse } from '../complaint.ts';
import { type Reached, withConductor } from '../connection.ts';
import type { Desk } from '../desk.ts';
import { several, wholeNumber, withExamples } from '../examples.ts';
import { followUntilInterrupted } from '../follow.ts';
import { entryLine } from '../screen/entry-line.ts';
import { lastEntries } from '../words/last-entries.ts';

interface EventOptions {
  readonly item?: string;
  readonly type?: readonly string[];
  readonly after?: number;
  readonly limit: number;
  readonly follow?: boolean;
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly search?: string;
}

/** `--json`: an array of entries `{ seq, at, event }`; `--jsonl`: the same, one a line. */
export function addEvents(program: Command, desk: Desk): void {
  const command = program
    .command('events')
    .description('read the log: everything that happened, in order')
    .option('--item <id>', 'only what concerns this item')
    .option('--type <type>', 'only events of this type, such as run-started (may be repeated)', several)
    .option('--after <number>', 'start after this entry; without it the last ones are shown', wholeNumber)
    .option('--limit <number>', 'at most this many', wholeNumber, 50)
    .option('--search <words>', 'entries that contain these words, newest first')
    .option('-f, --follow', 'go on with what happens next, until Ctrl-C')
    .option('--jsonl', 'print one JSON entry a line')
    .option('--json', 'print a JSON array of entries')
    .action((options: EventOptions) => showEvents(desk, options));
  withExamples(command, [
    'symphony events --item S-3',
    'symphony events --follow --jsonl',
    'symphony events --search "conflict" --limit 5',
  ]);
}

async function showEvents(desk: Desk, options: EventOptions): Promise<void> {
  const strange = options.type?.find((each) => !EVENT_TYPES.includes(each));
  if (strange !== undefined)
    throw misuse(`There is no event type "${strange}".`, `The types are ${EVENT_TYPES.join(', ')}.`);
  if (options.follow && (options.json || options.search !== undefined)) {
    throw misuse('--follow does not go with --json or --search.', 'Use `symphony events --follow --jsonl`.');
  }
  const { terminal } = desk;
  await withConductor(desk, async (reached) => {
    const { client } = reached;
    const book = nameBook(await client.status());
    const filter = await filterOf(reached, options);
    const show = (entry: Entry) => {
      book.hear(entry);
      if (options.jsonl) return terminal.jsonl(entry);
      const frame = { ...terminal.frame(), nameOf: book.nameOf, time: 'day', numbered: true } as const;
      // What ends or turns an item is why people read this: it is never cut.
      const cutting = terminal.stdout.isTTY === true && weightOf(entry.event) !== 'outcome';
      terminal.line(entryLine(entry, { ...frame, cutting }));
    };
    const entries = await readEntries(reached, options, filter);
    if (options.json) return terminal.json(entries);
    for (const entry of entries) show(entry);
    if (!options.follow) return;
    const after = entries.at(-1)?.seq ?? options.after ?? (await client.status()).seq;
    await followUntilInterrupted(reached, after, (entry) => fits(entry, filter) && show(entry));
  });
}

async function filterOf({ client }: Reached, { item, type }: EventOptions): Promise<EntryFilter> {
  return {
    ...(item === undefined ? {} : { item: (await client.explain(item)).item.id }),
    ...(type === undefined ? {} : { types: type }),
  };
}

async function readEntries(
  { client }: Reached,
  options: EventOptions,
  filter: EntryFilter,
): Promise<readonly Entry[]> {
  if (options.search !== undefined) {
    const found = await client.search(options.search, options.limit);
    return found.filter((entry) => fits(entry, filter));
  }
  const filtered = Object.keys(filter).length > 0 ? filter : undefined;
  if (options.after === undefined) return lastEntries(client, options.limit, filtered);
  return client.events(options.after, options.limit, filtered);
}

const fits = ({ event }: Entry, { item, types }: EntryFilter): boolean =>
  (item === undefined || ('item' in event && event.item === item)) && (!types || types.includes(event.type));
