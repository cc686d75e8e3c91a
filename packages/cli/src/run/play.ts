import { resolve } from 'node:path';
import type { Values } from '@symphony/domain';
import { type ConductorClient, MAX_ENTRIES } from '@symphony/protocol';
import { workbenchLine } from '../daemon/workbench.ts';
import type { Desk } from '../desk.ts';
import { onInterrupts } from '../interrupts.ts';
import { type MissionOrder, playMission } from '../mission/played.ts';
import { harmless } from '../screen/harmless.ts';
import { openServer } from '../server-door.ts';
import { reportEnd } from './end-report.ts';
import { isRehearsed } from './rehearsed.ts';
import { spectate } from './spectator.ts';

export interface RunOptions {
  readonly rehearse?: boolean;
  readonly exitWhenIdle?: boolean;
  readonly target?: string;
  readonly json?: boolean;
  /** A WORKFLOW.md to be run by (C22). */
  readonly workflow?: string;
  readonly strict?: boolean;
  readonly port?: number;
  readonly logsRoot?: string;
  /** Plays this melody and nothing else. */
  readonly melody?: { readonly name: string; readonly parameters: Values; readonly by: string };
  /** Starts this mission, and ends when it has or when it waits for a person. */
  readonly mission?: MissionOrder;
}

/** How long the second signal waits for process groups to be killed before it leaves anyway. */
const LAST_MOMENT = 3_000;
/** How often it is looked whether the tracker has been read. */
const LOOK_MS = 1_000;

/** Conducts in this process until it ends by itself or by a signal (C10). */
export async function play(
  desk: Desk,
  root: string,
  task: string | null,
  options: RunOptions,
): Promise<void> {
  const { terminal } = desk;
  const began = terminal.now();
  let asked = 0;
  // A start may wait for git commands of an earlier conductor; whoever asks twice is not kept.
  let obey = (): void => {
    if (asked > 1) process.exit(1);
  };
  const quiet = onInterrupts((count) => {
    asked = count;
    obey();
  });
  const server = await openServer();
  const workplace = await server.findWorkplace(root);
  // One piece of work is a run of its own: it ends with it.
  const exitWhenIdle = options.exitWhenIdle === true || task !== null || options.melody !== undefined;
  const orchestra = await server
    .startOrchestra({
      workplace,
      rehearse: options.rehearse === true,
      target: options.target ?? null,
      exitWhenIdle,
      task,
      melody: options.melody ?? null,
      missions: options.mission !== undefined,
      version: desk.version,
      workflow: options.workflow === undefined ? null : resolve(options.workflow),
      strict: options.strict === true,
      port: options.port ?? null,
      logsRoot: options.logsRoot === undefined ? null : resolve(options.logsRoot),
    })
    .catch((error: unknown) => {
      quiet();
      throw error;
    });
  const { client } = orchestra;
  const rehearsed = isRehearsed(await client.status());
  const workbench = orchestra.workbench();
  if (!options.json)
    terminal.lines([
      ...opening(desk, harmless(workplace.root), options, rehearsed),
      ...(workbench === null ? [] : [terminal.paint('dim', workbenchLine(terminal, workbench))]),
    ]);
  const hooks = orchestra.webhooks();
  if (hooks !== null)
    terminal.note(`Webhooks are heard at ${hooks}/hooks/NAME; the token is in .symphony/run/token`);
  const seen = await spectate({
    client,
    terminal,
    root,
    json: options.json === true,
    after: await startOf(client, began),
  });

  obey = () => {
    if (asked === 1) {
      seen.progress.hint('stopping: waiting up to 30 s for agents, press Ctrl-C again to stop now');
      void orchestra.stop('graceful');
    } else if (asked > 1) {
      setTimeout(() => process.exit(1), LAST_MOMENT).unref();
      void orchestra.stop('now').finally(() => process.exit(1));
    }
  };
  // Nobody reads any more, but agents still work: they are asked to end as by a signal.
  terminal.whenReaderLeaves(() => {
    terminal.whenReaderLeaves(() => undefined);
    void orchestra.stop('graceful').finally(() => process.exit(0));
  });
  if (asked > 0) obey();
  const stopLooking = options.mission ? () => undefined : tellWhenEmpty(client, terminal);

  // Judged before the conductor is gone: it is asked where the mission stands.
  const mission = options.mission
    ? await playMission(orchestra, options.mission, terminal.interactive && !options.json)
    : null;
  const end = mission ?? (await orchestra.finished);
  stopLooking();
  await seen.end();
  quiet();
  reportEnd(terminal, {
    summary: seen.tally.summary(),
    reason: end.reason,
    code: end.code,
    target: seen.first.target,
    root,
    json: options.json === true,
    rehearsed,
  });
  // Whoever asked twice gets 1, whichever of the two ends comes first (C10).
  desk.endWith(asked > 1 ? 1 : end.code);
}

function opening(
  { terminal, version }: Desk,
  root: string,
  { rehearse }: RunOptions,
  rehearsed: boolean,
): string[] {
  const first = `Symphony ${version} plays in ${root}${rehearse ? ', rehearsing: no model, no cost' : ''}`;
  // Without an agent the rehearsal player plays, and nobody may take its work for a solution.
  const warning =
    rehearsed && !rehearse
      ? ['No coding agent is set up: the rehearsal player follows scripts and solves nothing by itself.']
      : [];
  return [terminal.paint('dim', first), ...warning];
}

/** Lines that never come look like a program that hangs; on a terminal the live screen says the same. */
function tellWhenEmpty(client: ConductorClient, terminal: Desk['terminal']): () => void {
  if (terminal.stdout.isTTY === true) return () => undefined;
  const look = async (): Promise<void> => {
    const { items, idle } = await client.status();
    if (items.length === 0 && !idle) return; // the tracker has not been read yet
    clearInterval(timer);
    if (items.length > 0) return;
    terminal.note('The board is empty; Symphony waits. `symphony board add "…"` adds work.');
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  return () => clearInterval(timer);
}

/**
 * The entry before this conductor's first, so that what it did before anybody looked is shown too.
 * A pid may come again (containers), hence the time; nothing recorded yet means from now on.
 */
async function startOf(client: ConductorClient, since: number): Promise<number | null> {
  const starts = await client.events(0, MAX_ENTRIES, { types: ['conductor-started'] });
  const last = starts.at(-1);
  const ours = last?.event.type === 'conductor-started' && last.event.pid === process.pid && last.at >= since;
  return ours ? last.seq - 1 : null;
}
