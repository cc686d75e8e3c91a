import { dayAndTime, nameBook, weightOf } from '@symphony/protocol/words';
import type { Desk } from '../desk.ts';
import { onInterrupts } from '../interrupts.ts';
import { entryLine } from '../screen/entry-line.ts';
import { harmless } from '../screen/harmless.ts';
import { openServer } from '../server-door.ts';
import type { LaunchOptions } from './launch.ts';
import { keepLogSmall } from './log-file.ts';
import { withoutToken } from './workbench.ts';

/** How long the second signal waits for process groups to be killed before it leaves anyway. */
const LAST_MOMENT = 3_000;

/** Conducts without a terminal until it is told to end: what happens goes out line by line. */
export async function serve(desk: Desk, root: string, options: LaunchOptions): Promise<void> {
  const { terminal, version } = desk;
  const say = (text: string): void => terminal.line(`${dayAndTime(terminal.now())}  ${text}`);
  terminal.whenReaderLeaves(() => undefined); // the terminal it was started in may go
  let obey = (count: number): void => {
    if (count > 1) process.exit(1);
  };
  const quiet = onInterrupts((count) => obey(count));
  // A terminal that is closed says so to what was started in it. That is no reason to end here.
  process.removeAllListeners('SIGHUP').on('SIGHUP', () => undefined);
  const stopTurning = keepLogSmall(root);

  const server = await openServer();
  const workplace = await server.findWorkplace(root);
  const orchestra = await server.startOrchestra({
    workplace,
    rehearse: options.rehearse === true,
    target: options.target ?? null,
    exitWhenIdle: false,
    task: null,
    melody: null,
    version,
    daemon: true,
  });
  obey = (count) => {
    if (count === 1) {
      say('stopping: agents are asked to end');
      void orchestra.stop('graceful');
      return;
    }
    setTimeout(() => process.exit(1), LAST_MOMENT).unref();
    void orchestra.stop('now').finally(() => process.exit(1));
  };

  const workbench = orchestra.workbench();
  const at = workbench === null ? '' : `, workbench at ${withoutToken(workbench)}`;
  say(`Symphony ${version} plays in ${harmless(workplace.root)} (pid ${process.pid})${at}`);
  await tell(desk, orchestra.client);
  const end = await orchestra.finished;
  say(`Ended: ${harmless(end.reason)}`);
  stopTurning();
  quiet();
  desk.endWith(end.code);
}

type Client = Awaited<ReturnType<Awaited<ReturnType<typeof openServer>>['startOrchestra']>>['client'];

/** One line for every meaningful event; the agents' own talk stays in the log of events. */
async function tell({ terminal }: Desk, client: Client): Promise<void> {
  const first = await client.status();
  const book = nameBook(first);
  await client.follow(first.seq, (entry) => {
    book.hear(entry);
    const weight = weightOf(entry.event);
    if (weight !== 'outcome' && weight !== 'milestone') return;
    const frame = { nameOf: book.nameOf, time: 'day', numbered: false, cutting: false } as const;
    terminal.line(entryLine(entry, { ...terminal.frame(), ...frame }));
  });
}
