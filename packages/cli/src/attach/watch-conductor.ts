import type { Entry } from '@symphony/domain';
import type { ReconnectingClient } from '@symphony/protocol';
import type { Desk } from '../desk.ts';
import { onInterrupts } from '../interrupts.ts';
import { findRoot } from '../repository.ts';
import { spectate } from '../run/spectator.ts';
import { asComplaint, conductorEnded, openLastingClient } from './lasting-client.ts';

type End = 'interrupted' | 'gone';

/** Watches until Ctrl-C, or until the conductor has been away too long. Watching changes nothing. */
export async function watchConductor(
  desk: Desk,
  options: { readonly after?: number; readonly json?: boolean },
): Promise<void> {
  const root = await findRoot(desk.folder());
  const ended = Promise.withResolvers<End>();
  let say: (text: string) => void = (text) => desk.terminal.note(text);
  const client = await openLastingClient(root, (text) => say(text));
  const quiet = onInterrupts(() => ended.resolve('interrupted'));
  try {
    const gone = () => ended.resolve('gone');
    const watching = options.json
      ? await printEntries(desk, client, options.after ?? null, gone)
      : await watch(desk, client, root, options.after ?? null, gone);
    say = watching.say;
    const why = await ended.promise;
    await watching.end();
    if (why === 'gone') throw conductorEnded();
  } catch (error) {
    throw asComplaint(error);
  } finally {
    quiet();
    await client.close();
  }
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
