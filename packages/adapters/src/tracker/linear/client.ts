import { PortError } from '@symphony/domain';
import { LinearBudget, restAfter, skewOf } from './budget.ts';
import type { LinearDocument } from './documents.ts';
import { complaintsIn, isLimit, limited, refusal, unusable } from './fault.ts';
import type { LinearSettings } from './settings.ts';

/** A page of 50 issues with long descriptions stays far below it. */
const MOST_BYTES = 32 * 1024 * 1024;

export type Answer = Readonly<Record<string, unknown>>;

/**
 * Sends documents to Linear, one request each, and keeps count of the budget. While a limit lasts
 * nothing is sent. Every failure is a PortError, and none holds the key.
 */
export class LinearClient {
  readonly budget = new LinearBudget();
  readonly #settings: LinearSettings;
  readonly #now: () => number;
  #restUntil = 0;
  #ahead = 0;

  constructor(settings: LinearSettings, now: () => number) {
    this.#settings = settings;
    this.#now = now;
  }

  /** How far Linear's clock is ahead of ours, as its last answer told. */
  get ahead(): number {
    return this.#ahead;
  }

  /** What Linear's clock says. */
  theirNow(): number {
    return this.#now() + this.#ahead;
  }

  /** The `data` of the answer; it is the caller's to look into, field by field. */
  async ask(document: LinearDocument, variables: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    const rest = this.#restUntil - this.#now();
    if (rest > 0) throw limited(rest);
    const { response, text } = await this.#send(JSON.stringify({ query: document, variables }));
    this.budget.note(response.headers, this.#now());
    this.#ahead = skewOf(response.headers, this.#now());
    const body = readBody(text);
    const complaints = complaintsIn(body?.errors).map(({ code, message }) => ({
      code,
      message: this.#redact(message),
    }));
    if (isLimit(response.status, complaints)) {
      const wait = restAfter(response.headers, this.#now());
      this.#restUntil = this.#now() + wait;
      throw limited(wait);
    }
    if (!response.ok || complaints.length > 0) throw refusal(response.status, complaints);
    const data = body?.data;
    if (typeof data !== 'object' || data === null || Array.isArray(data))
      throw unusable('Linear answered something that is no GraphQL answer.');
    return data as Answer;
  }

  async #send(body: string): Promise<{ readonly response: Response; readonly text: string }> {
    const { endpoint, apiKey, timeoutMs } = this.#settings;
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: {
          authorization: apiKey.startsWith('lin_oauth_') ? `Bearer ${apiKey}` : apiKey,
          'content-type': 'application/json',
        },
        body,
        // A key is for one host: it is not carried on to where an answer points.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { response, text: await readText(response) };
    } catch (error) {
      if (error instanceof PortError) throw error;
      throw this.#unreached(error);
    }
  }

  #unreached(error: unknown): PortError {
    const { endpoint, timeoutMs } = this.#settings;
    const { host } = new URL(endpoint);
    if (error instanceof Error && error.name === 'TimeoutError')
      return new PortError({
        code: 'timeout',
        family: 'tracker_request',
        message: `Linear (${host}) did not answer within ${timeoutMs / 1_000} s.`,
      });
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const words = this.#redact(cause instanceof Error ? cause.message : String(cause)).slice(0, 200);
    return new PortError({
      code: 'unavailable',
      family: 'tracker_request',
      message: `Linear (${host}) cannot be reached: ${words || 'the connection was lost'}.`,
      nextStep: 'Look at the network and at tracker.provider.endpoint; it is tried again at the next poll.',
    });
  }

  #redact(text: string): string {
    return text.replaceAll(this.#settings.apiKey, '…');
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw unusable('Linear answered with more than can be read.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function readBody(text: string): Answer | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Answer) : null;
  } catch {
    return null;
  }
}
