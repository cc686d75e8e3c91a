import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Spoiling } from './script.ts';
import { eventText, type StreamEvent } from './wire.ts';

const FLOOD = Array.from({ length: 160 }, () => 'x'.repeat(64 * 1024));
/** Long enough for what was written to be read. */
const TORN_AFTER_MS = 30;

/** An answer that cannot be used, each in its own way. `saying`: the same answer in other words. */
export async function spoil(
  response: ServerResponse,
  fault: Spoiling,
  events: readonly StreamEvent[],
  saying: (texts: readonly string[]) => readonly StreamEvent[],
): Promise<void> {
  if (fault === 'page') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Please log in.</body></html>');
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  switch (fault) {
    case 'garbage':
      response.end('data: {"half": tru\n\nevent: \u0000\ndata: not JSON at all\n\n\ufffd\n\n');
      return;
    case 'flood':
      response.end(saying(FLOOD).map(eventText).join(''));
      return;
    case 'half': {
      const text = events.map(eventText).join('');
      response.end(text.slice(0, Math.floor(text.length * 0.6)));
      return;
    }
    case 'torn':
      response.write(
        events
          .slice(0, Math.ceil(events.length * 0.6))
          .map(eventText)
          .join(''),
      );
      await sleep(TORN_AFTER_MS);
      response.destroy();
  }
}
