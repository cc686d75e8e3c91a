import type { Gauge, Reading } from './gauge.ts';
import { usageOfSession } from './opencode-usage.ts';
import { amountOf, at, listOf, textOf } from './wire.ts';

const PATIENCE_MS = 2_000;

/**
 * Reads the server that every `opencode acp` runs beside: what the session used, and whether it
 * retries. From outside a sandbox with a network of its own it is not reached.
 */
export function opencodeGauge(port: number, password: string): Gauge {
  const authorization = `Basic ${Buffer.from(`opencode:${password}`).toString('base64')}`;
  async function get(path: string): Promise<unknown> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization }, signal });
    return response.ok ? response.json() : null;
  }
  return {
    async read(sessionId) {
      try {
        const [session, status] = await Promise.all([
          get(`/session/${encodeURIComponent(sessionId)}`),
          get('/session/status'),
        ]);
        return readingOf(session, at(status, sessionId));
      } catch {
        return null; // a sandbox without our network, or a server that is busy: the protocol goes on
      }
    },
    async lastStatus(sessionId) {
      try {
        const messages = listOf(await get(`/session/${encodeURIComponent(sessionId)}/message`));
        return amountOf(at(messages.at(-1), 'info', 'error', 'data', 'statusCode'));
      } catch {
        return null; // as above
      }
    },
  };
}

const readingOf = (session: unknown, status: unknown): Reading => ({
  usage: usageOfSession({
    input: at(session, 'tokens', 'input'),
    output: at(session, 'tokens', 'output'),
    reasoning: at(session, 'tokens', 'reasoning'),
    cacheRead: at(session, 'tokens', 'cache', 'read'),
    cacheWrite: at(session, 'tokens', 'cache', 'write'),
    cost: at(session, 'cost'),
  }),
  retry:
    at(status, 'type') === 'retry'
      ? {
          attempt: amountOf(at(status, 'attempt')) ?? 1,
          message: textOf(at(status, 'message')) ?? '',
          nextAt: amountOf(at(status, 'next')),
        }
      : null,
});
