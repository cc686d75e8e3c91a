import type { Entry, ItemView } from '@symphony/domain';
import type { ReconnectingClient } from '@symphony/protocol';
import { Complaint, misuse } from '../complaint.ts';
import type { Desk } from '../desk.ts';
import { onInterrupts } from '../interrupts.ts';
import { invocationFor } from '../invocation.ts';
import { findRoot } from '../repository.ts';
import { oneLine } from '../screen/harmless.ts';
import { currentRun } from './history.ts';
import { ItemWatch, type WatchEnd } from './item-watch.ts';
import { asComplaint, conductorEnded, openLastingClient } from './lasting-client.ts';
import { isAtRest, isTakenOver } from './rest.ts';

export interface WatchOptions {
  /** What is typed reaches the agent. */
  readonly write: boolean;
  readonly takeover: boolean;
}

/**
 * Shows one item's agent at work: what came before, then what comes, also over retries and restarts
 * of the conductor, until the item comes to rest or the person leaves. Leaving ends nothing.
 */
export async function watchItem(
  desk: Desk,
  id: string,
  options: WatchOptions,
): Promise<Exclude<WatchEnd, 'gone'>> {
  const { terminal } = desk;
  if ((options.write || options.takeover) && !terminal.interactive)
    throw misuse('Typing needs a terminal.', `Use \`symphony steer ${oneLine(id)} "…"\` without one.`);
  const root = await findRoot(desk.folder());
  const { symphony } = invocationFor(root, terminal.env, process.cwd());
  let watch: ItemWatch | null = null;
  const client = await openLastingClient(root, (text) => (watch ? watch.say(text) : terminal.note(text)));
  const quiet = onInterrupts(() => watch?.leave());
  try {
    const { item } = await client.explain(id);
    const { seq } = await client.status();
    const before = await currentRun(client, item.id);
    watch = new ItemWatch({
      client,
      terminal,
      item,
      symphony,
      person: desk.person,
      write: options.write || options.takeover,
    });
    watch.begin(before, waitingWords(item, symphony));
    if (isAtRest(item)) {
      if (options.takeover) throw nothingToTake(item);
      return 'rests';
    }
    return await follow(desk, client, watch, item, { seq, before, takeover: options.takeover });
  } catch (error) {
    throw asComplaint(error);
  } finally {
    quiet();
    await watch?.close();
    await client.close();
  }
}

async function follow(
  desk: Desk,
  client: ReconnectingClient,
  watch: ItemWatch,
  item: ItemView,
  { seq, before, takeover }: { seq: number; before: readonly Entry[]; takeover: boolean },
): Promise<Exclude<WatchEnd, 'gone'>> {
  const shown = before.at(-1)?.seq ?? 0;
  const following = await client.follow(
    seq,
    (entry) => {
      if (entry.seq > shown && 'item' in entry.event && entry.event.item === item.id) watch.hear(entry);
    },
    () => watch.lose(),
  );
  // Who left the program open and comes back has it already.
  const taken = isTakenOver(before.map(({ event }) => event));
  if (takeover && !taken) await takeOver(desk, client, watch, item);
  const why = await watch.ended;
  await following.stop();
  if (why === 'gone') throw conductorEnded();
  return why;
}

async function takeOver(
  { person: by }: Desk,
  client: ReconnectingClient,
  watch: ItemWatch,
  { id }: ItemView,
): Promise<void> {
  const { accepted, message } = await client.command({ name: 'takeover', id, by });
  if (!accepted) throw new Complaint(message);
  watch.say(message);
}

const nothingToTake = ({ identifier }: ItemView): Complaint =>
  new Complaint(
    `${identifier} is not being played, so there is nothing to take over.`,
    `Play it again with \`symphony retry ${identifier}\`, then take it over.`,
  );

function waitingWords(item: ItemView, symphony: string): string | null {
  if (isAtRest(item))
    return `${item.identifier} is not being played; \`${symphony} retry ${item.identifier}\` plays it again`;
  return item.run === null && item.attempt === 0 ? `${item.identifier} has not begun; waiting for it` : null;
}
