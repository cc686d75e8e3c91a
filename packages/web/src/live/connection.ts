import { connectBrowserSocket } from '@symphony/bus/browser';
import { type ReconnectingClient, reconnectingClient } from '@symphony/protocol';
import { atom } from 'jotai';
import { hearFrame, store } from './board-atoms.ts';

/** `connecting` at first, `live`, `away` while the daemon cannot be reached and is tried again. */
export type LinkWord = 'connecting' | 'live' | 'away';

export const linkAtom = atom<LinkWord>('connecting');

/** Tried again for as long as the page is open: a daemon may be away for a night. */
const BACKOFF = { baseMs: 250, maxMs: 5_000, tries: Number.POSITIVE_INFINITY };
const HEARTBEAT = { everyMs: 10_000 };

let opened: ReconnectingClient | null = null;

/** The one client of this page. */
export function client(): ReconnectingClient {
  opened ??= open();
  return opened;
}

function open(): ReconnectingClient {
  const { protocol, host } = window.location;
  const url = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/v1/socket`;
  const made = reconnectingClient({
    connect: () => connectBrowserSocket(url),
    after: (ms, call) => {
      const timer = window.setTimeout(call, ms);
      return () => window.clearTimeout(timer);
    },
    chance: Math.random,
    backoff: BACKOFF,
    heartbeat: HEARTBEAT,
    onState: (state) => {
      if (state === 'connected') store.set(linkAtom, 'live');
      else if (store.get(linkAtom) === 'live') store.set(linkAtom, 'away');
    },
  });
  void followBoard(made);
  return made;
}

async function followBoard(made: ReconnectingClient): Promise<void> {
  for (;;) {
    try {
      for await (const frame of made.board()) hearFrame(frame);
      return; // closed on this side
    } catch (error) {
      console.error('The board could not be followed and is asked for again.', error);
      await new Promise((resolve) => window.setTimeout(resolve, 1_000));
    }
  }
}
