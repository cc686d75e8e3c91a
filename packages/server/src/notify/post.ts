import { NotTold } from './channel.ts';

const PATIENCE_MS = 10_000;
/** Waits a receiver asks for beyond this are cut: the notice would be old news. */
const LONGEST_WAIT_MS = 5 * 60_000;

/** Codes that say "not now" rather than "not like this". */
const PASSING = new Set([408, 409, 425, 429]);

/**
 * Posts JSON. The address may be a secret, and what a receiver answers is not ours: neither is
 * repeated. Redirects are not followed, so that what was meant for one address goes to no other.
 */
export async function postJson(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  const response = await send(url, body, headers, signal);
  await response.body?.cancel().catch(() => undefined); // it may be cut off already
  if (response.ok) return;
  const { status } = response;
  if (status >= 300 && status < 400)
    throw new NotTold(`it answered ${status}; redirects are not followed`, false);
  throw new NotTold(`it answered ${status}`, status >= 500 || PASSING.has(status), retryAfter(response));
}

async function send(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'user-agent': 'symphony', ...headers },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
  } catch (error) {
    if (signal.aborted) throw new NotTold('Symphony is stopping', true);
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new NotTold(`it did not answer in ${PATIENCE_MS / 1000} seconds`, true);
    const { cause } = error as { cause?: { code?: unknown } };
    const code = typeof cause?.code === 'string' ? ` (${cause.code})` : '';
    throw new NotTold(`it could not be reached${code}`, true);
  }
}

function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, LONGEST_WAIT_MS) : null;
}
