import { connectUnix } from '@symphony/bus/unix';
import {
  type ReconnectingClient,
  type ReconnectingOptions,
  RequestError,
  reconnectingClient,
} from '@symphony/protocol';
import { Complaint } from '../complaint.ts';
import { readHolder } from '../connection.ts';

/** A restart takes a moment, also when agents are asked to end first: waited for about a minute. */
const BACKOFF = { baseMs: 100, maxMs: 5_000, tries: 18 };
/** A dashboard is left open: it waits for as long as it is looked at. */
const PATIENT = { ...BACKOFF, maxMs: 2_000, tries: Number.POSITIVE_INFINITY };
const HEARTBEAT = { everyMs: 5_000 };

/** The conductor that runs here, also across its restarts. `say` is told when it goes away and comes back. */
export async function openLastingClient(
  root: string,
  say: (text: string) => void,
): Promise<ReconnectingClient> {
  if (!(await readHolder(root)))
    throw new Complaint(
      'No conductor runs here, so there is nothing to watch.',
      'Start one with `symphony run`.',
    );
  let away = false;
  return reconnectingClient({
    ...LASTING,
    connect: () => connect(root),
    onState: (state) => {
      const was = away;
      away = state === 'reconnecting' || state === 'degraded';
      if (away && !was) say('the conductor is away; waiting for it to come back');
      if (was && state === 'connected') say('the conductor is back; Ctrl-C only stops watching');
    },
  });
}

/** `stopped`: it ended in order. `lost`: it should be there, and does not answer. */
export type LinkWord = 'live' | 'lost' | 'stopped';

/** As above, for somebody who stays whatever becomes of the conductor, and is shown what did. */
export function openPatientClient(root: string, hear: (word: LinkWord) => void): ReconnectingClient {
  return reconnectingClient({
    ...LASTING,
    backoff: PATIENT,
    // A conductor that ends in order takes its file along; one that is killed leaves it.
    connect: async () => {
      if (!(await readHolder(root))) hear('stopped');
      return connect(root);
    },
    onState: (state) => {
      if (state === 'connected') hear('live');
      if (state === 'reconnecting' || state === 'degraded') hear('lost');
    },
  });
}

const LASTING: Omit<ReconnectingOptions, 'connect'> = {
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  chance: Math.random,
  backoff: BACKOFF,
  heartbeat: HEARTBEAT,
};

/** The file is read anew each time: a conductor that was started again may listen elsewhere. */
async function connect(root: string) {
  const holder = await readHolder(root);
  if (!holder) throw new RequestError('unavailable', 'No conductor runs here.');
  return connectUnix(holder.socket);
}

export const conductorEnded = (): Complaint =>
  new Complaint('The conductor ended.', 'Start it again with `symphony run`.');

/** A refused request is told like any other complaint. */
export const asComplaint = (error: unknown): unknown =>
  error instanceof RequestError ? new Complaint(error.message, error.nextStep) : error;
