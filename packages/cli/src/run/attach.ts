import { connectUnix } from '@symphony/bus/unix';
import type { Entry } from '@symphony/domain';
import { type ReconnectingClient, RequestError, reconnectingClient } from '@symphony/protocol';
import { Complaint } from '../complaint.ts';
import { readHolder } from '../connection.ts';
import type { Desk } from '../desk.ts';
import { onInterrupts } from '../interrupts.ts';
import { findRoot } from '../repository.ts';
import { spectate } from './spectator.ts';

/** A restart takes a moment, also when agents are asked to end first: waited for about a minute. */
const BACKOFF = { baseMs: 100, maxMs: 5_000, tries: 18 };
const HEARTBEAT = { everyMs: 5_000 };

type End = 'interrupted' | 'gone';

/** Watches until Ctrl-C, or until the conductor has been away too long. Watching changes nothing. */
export async function attach(
  desk: Desk,
  options: { readonly after?: number; readonly json?: boolean },
): Promise<void> {
  const root = await findRoot(desk.folder());
  if (!(await readHolder(root)))
    throw new Complaint(
      'No conductor runs here, so there is nothing to watch.',
      'Start one with `symphony run`.',
    );
  let end: (why: End) => void = () => undefined;
  const ended = new Promise<End>((resolve) => {
    end = resolve;
  });
  let say: (text: string) => void = (text) => desk.terminal.note(text);
  let away = false;
  const client = reconnectingClient({
    connect: () => connect(root),
    after: (ms, call) => {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
    chance: Math.random,
    backoff: BACKOFF,
    heartbeat: HEARTBEAT,
    onState: (state) => {
      const was = away;
      away = state === 'reconnecting' || state === 'degraded';
      if (away && !was) say('the conductor is away; waiting for it to come back');
      if (was && state === 'connected') say('the conductor is back; Ctrl-C only stops watching');
    },
  });
  const quiet = onInterrupts(() => end('interrupted'));
  try {
    const watching = options.json
      ? await printEntries(desk, client, options.after ?? null, () => end('gone'))
      : await watch(desk, client, root, options.after ?? null, () => end('gone'));
    say = watching.say;
    const why = await ended;
    await watching.end();
    if (why === 'gone') throw new Complaint('The conductor ended.', 'Start it again with `symphony run`.');
  } catch (error) {
    if (error instanceof RequestError) throw new Complaint(error.message, error.nextStep ?? undefined);
    throw error;
  } finally {
    quiet();
    await client.close();
  }
}

/** The file is read anew each time: a conductor that was started again may listen elsewhere. */
async function connect(root: string) {
  const holder = await readHolder(root);
  if (!holder) throw new RequestError('unavailable', 'No conductor runs here.');
  return connectUnix(holder.socket);
}

interface Watching {
  say(text: string): void;
  end(): Promise<void>;
}

async function watch(
  { terminal }: Desk,
  client: ReconnectingClient,
  root: string,
  after: number | null,
  onEnd: () => void,
): Promise<Watching> {
  const seen = await spectate({ client, terminal, root, json: false, after, onEnd });
  seen.progress.hint('watching; Ctrl-C only stops watching');
  return { say: (text) => seen.progress.hint(text), end: () => seen.end() };
}

async function printEntries(
  { terminal }: Desk,
  client: ReconnectingClient,
  after: number | null,
  onEnd: () => void,
): Promise<Watching> {
  const from = after ?? (await client.status()).seq;
  const following = await client.follow(from, (entry: Entry) => terminal.jsonl(entry), onEnd);
  return { say: (text) => terminal.note(text), end: () => following.stop() };
}
