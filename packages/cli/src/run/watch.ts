import { isTroubled } from '@symphony/domain';
import { holderPhrase, type Running } from '../connection.ts';
import { workbenchLine, workbenchOf } from '../daemon/workbench.ts';
import type { Desk } from '../desk.ts';
import { onInterrupts } from '../interrupts.ts';
import { reportEnd } from './end-report.ts';
import type { RunOptions } from './play.ts';
import { isRehearsed } from './rehearsed.ts';
import { spectate } from './spectator.ts';

const ASK_EVERY = 500;

interface WatchEnd {
  readonly code: 0 | 1;
  readonly reason: string;
}

/** Looks on while the conductor that is there already plays. Leaving ends nothing. */
export async function watchRunning(
  desk: Desk,
  root: string,
  running: Running,
  options: RunOptions,
): Promise<void> {
  const { terminal } = desk;
  const { client, holder } = running;
  const json = options.json === true;
  const ended = Promise.withResolvers<WatchEnd>();
  const quiet = onInterrupts(() =>
    ended.resolve({ code: 0, reason: 'you stopped watching; Symphony goes on' }),
  );
  terminal.whenReaderLeaves(() => process.exit(0));
  try {
    const say = json ? terminal.note : terminal.line;
    say(`Symphony runs here already (${holderPhrase(holder, terminal.now())}); you look on.`);
    if (options.rehearse || options.target !== undefined)
      terminal.note('`--rehearse` and `--target` are for a start: what runs goes on as it was started.');
    if (holder.url) say(workbenchLine(terminal, await workbenchOf(root, holder)));
    const seen = await spectate({
      client,
      terminal,
      root,
      json,
      after: null,
      onEnd: () => ended.resolve({ code: options.exitWhenIdle ? 1 : 0, reason: 'the conductor has ended' }),
    });
    seen.progress.hint('watching; Ctrl-C only stops watching');
    const idle = options.exitWhenIdle ? untilIdle(running, ended.promise) : ended.promise;
    const came = await Promise.race([ended.promise, idle]);
    await seen.end();
    const rehearsed = isRehearsed(seen.first);
    const { target } = seen.first;
    reportEnd(terminal, { summary: seen.tally.summary(), ...came, target, root, json, rehearsed });
    desk.endWith(came.code);
  } finally {
    quiet();
    await client.close();
  }
}

/** Asks until nothing is left to do, or until the watching is over. */
async function untilIdle({ client }: Running, over: Promise<WatchEnd>): Promise<WatchEnd> {
  let watching = true;
  void over.then(() => {
    watching = false;
  });
  while (watching) {
    const view = await client.status().catch(() => null); // told by the end of the stream
    if (view?.idle) {
      const troubled = view.items.filter(isTroubled).map(({ identifier }) => identifier);
      return troubled.length === 0
        ? { code: 0, reason: 'everything that can be done is done' }
        : { code: 1, reason: `${troubled.join(', ')} could not be finished` };
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY));
  }
  return over;
}
