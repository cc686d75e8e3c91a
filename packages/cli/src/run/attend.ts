import type { ItemView, StatusView } from '@symphony/domain';
import { awaitsApproval } from '@symphony/protocol/words';
import type { Running } from '../connection.ts';
import type { Desk } from '../desk.ts';
import { onInterrupts } from '../interrupts.ts';
import { openServer } from '../server-door.ts';
import { reportEnd } from './end-report.ts';
import type { RunOptions } from './play.ts';
import { isRehearsed } from './rehearsed.ts';
import { spectate } from './spectator.ts';

/** Gives a piece of work to the conductor that runs here already, and watches it to its end. */
export async function attend(
  desk: Desk,
  root: string,
  task: string,
  running: Running,
  options: RunOptions,
): Promise<void> {
  const { terminal, person } = desk;
  const { client, holder } = running;
  let end: (how: WatchEnd) => void = () => undefined;
  const ended = new Promise<WatchEnd>((resolve) => {
    end = resolve;
  });
  const quiet = onInterrupts(() => end({ code: 1, reason: 'you stopped watching; the item goes on' }));
  const seen = await spectate({
    client,
    terminal,
    root,
    json: options.json === true,
    after: null,
    onEnd: () => end({ code: 1, reason: 'the conductor ended before the item did' }),
  });
  try {
    const id = await putOnBoard(root, task);
    seen.progress.hint(
      `${id} goes to the conductor that runs here (pid ${holder.pid}); Ctrl-C only stops watching`,
    );
    await client.command({ name: 'refresh', by: person });
    const came = await Promise.race([ended, itemEnd(() => client.status(), id)]);
    await seen.end();
    reportEnd(terminal, {
      summary: seen.tally.summary(),
      ...came,
      target: seen.first.target,
      root,
      json: options.json === true,
      rehearsed: isRehearsed(seen.first),
    });
    desk.endWith(came.code);
  } finally {
    quiet();
    await client.close();
  }
}

interface WatchEnd {
  readonly code: 0 | 1;
  readonly reason: string;
}

/** The first line is the title; what follows describes it. */
async function putOnBoard(root: string, task: string): Promise<string> {
  const [title = '', ...rest] = task.trim().split('\n');
  const server = await openServer();
  const board = await server.openBoardOf(await server.findWorkplace(root));
  const description = rest.join('\n').trim();
  return (await board.add({ title, ...(description === '' ? {} : { description }) })).id;
}

const ASK_EVERY = 500;

async function itemEnd(status: () => Promise<StatusView>, id: string): Promise<WatchEnd> {
  for (;;) {
    const view = await status();
    const item = view.items.find((each) => each.id === id);
    const end = item ? endOf(item, view) : null;
    if (end) return end;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY));
  }
}

/** Null while the item is on its way. Handing off is an end only where a person has to approve. */
function endOf(item: ItemView, view: StatusView): WatchEnd | null {
  const why = item.reason ? `: ${item.reason}` : '';
  switch (item.state) {
    case 'open':
      if (item.outcome === 'none') return null;
      return {
        code: item.outcome === 'merged' ? 0 : 1,
        reason: `${item.identifier} was ${item.outcome}${why}`,
      };
    case 'handed_off':
      return awaitsApproval(item, view)
        ? { code: 0, reason: `${item.identifier} is handed off and waits for approval` }
        : null;
    case 'needs_human':
      return { code: 1, reason: `${item.identifier} needs you${why}` };
    case 'failed':
      return { code: 1, reason: `${item.identifier} failed${why}` };
    default:
      return null;
  }
}
