import { type Entry, failureOf, type StatusView } from '@symphony/domain';
import type { ConductorClient } from '@symphony/protocol';
import { nameBook } from '@symphony/protocol/words';
import { invocationFor } from '../invocation.ts';
import type { Terminal } from '../terminal.ts';
import { liveProgress } from './live-progress.ts';
import { plainProgress } from './plain-progress.ts';
import type { Progress } from './progress.ts';
import { type Tally, tallyFrom } from './tally.ts';

/** Watches a conductor from entry `after` on: shows progress and keeps the tally. */
export interface Spectator {
  readonly progress: Progress;
  readonly tally: Tally;
  /** The status when watching began. */
  readonly first: StatusView;
  end(): Promise<void>;
}

export interface Watching {
  readonly client: ConductorClient;
  readonly terminal: Terminal;
  /** The repository's top folder. */
  readonly root: string;
  /** stdout is for the JSON at the end: progress goes to stderr, in lines. */
  readonly json: boolean;
  /** Null: from now on. */
  readonly after: number | null;
  /** Called when the conductor ends the stream. */
  readonly onEnd?: () => void;
}

export async function spectate({ client, terminal, root, json, after, onEnd }: Watching): Promise<Spectator> {
  const first = await client.status();
  const book = nameBook(first);
  const tally = tallyFrom(first);
  const live = !json && terminal.stdout.isTTY === true && terminal.env.TERM !== 'dumb';
  const progress = live
    ? await liveProgress(terminal, client, book, invocationFor(root, terminal.env, process.cwd()).symphony)
    : plainProgress(terminal, book, json ? terminal.note : terminal.line);
  // Inside the conductor's own process this runs in its loop: an entry that cannot be shown must not stop it.
  const hear = (entry: Entry) => {
    try {
      book.hear(entry);
      tally.hear(entry);
      progress.hear(entry);
    } catch (error) {
      terminal.note(`symphony: entry ${entry.seq} could not be shown: ${failureOf(error).message}`);
    }
  };
  const following = await client.follow(after ?? first.seq, hear, onEnd);
  return {
    progress,
    tally,
    first,
    async end() {
      await following.stop();
      progress.end();
    },
  };
}
