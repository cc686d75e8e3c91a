import { type StopSignal, ToolError } from '@symphony/domain';
import { abortSignalOf } from './define.ts';

/** Asking an address a person configured: it is trusted to be reached, not to answer well. */

const PATIENCE_MS = 15_000;
const MOST_BYTES = 8 * 1024 * 1024;

export interface Question {
  /** For sentences: `The weather`. */
  readonly of: string;
  readonly url: URL;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** What to look at when it says that we may not. */
  readonly settings: string;
  readonly signal: StopSignal;
}

/** The answer's JSON. Never tells headers or the address's query: they may hold keys. */
export async function askJson(question: Question): Promise<unknown> {
  const { of } = question;
  const { signal, release } = abortSignalOf(question.signal);
  try {
    const answer = await fetch(question.url, {
      method: question.method ?? 'GET',
      headers: {
        accept: 'application/json',
        ...(question.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...question.headers,
      },
      ...(question.body === undefined ? {} : { body: JSON.stringify(question.body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
    const text = await boundedText(answer, of);
    if (!answer.ok) throw refusal(question, answer.status, text);
    return parsed(text, of);
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw noAnswer(of, question.url, error);
  } finally {
    release();
  }
}

async function boundedText(answer: Response, of: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES)
      throw new ToolError(`${of} answered more than can be taken in.`, { code: 'E7001' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string, of: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ToolError(`${of} answered something that is no JSON.`, {
      code: 'E7001',
      guidance: 'Check that the address is the one of its interface for programs.',
    });
  }
}

function refusal({ of, settings }: Question, status: number, text: string): ToolError {
  if (status === 401 || status === 403)
    return new ToolError(`${of} does not let us in (${status}).`, {
      code: 'E2001',
      guidance: `Ask the person to check ${settings} in .symphony/symphony.yaml.`,
    });
  const transient = status === 429 || status >= 500;
  return new ToolError(`${of} answered ${status}: ${text.slice(0, 200).replace(/\s+/g, ' ').trim()}`, {
    code: transient ? 'E7001' : 'E5001',
    guidance: transient ? 'Try again in a moment.' : 'Ask for something else.',
    retryable: transient,
  });
}

function noAnswer(of: string, url: URL, error: unknown): ToolError {
  const late = error instanceof Error && error.name === 'TimeoutError';
  const cause = (error as { cause?: { code?: string } } | null)?.cause?.code;
  const why = late ? `within ${PATIENCE_MS} ms` : cause === undefined ? '' : `(${cause})`;
  return new ToolError(`${of} did not answer at ${url.host} ${why}`.trimEnd().concat('.'), {
    code: 'E7001',
    guidance: 'Try again in a moment; if it goes on, say that it cannot be reached.',
    retryable: true,
  });
}

export const notConfigured = (what: string, keys: string): ToolError =>
  new ToolError(`${what} is not configured.`, {
    code: 'E2001',
    guidance: `Tell the person to set ${keys} in .symphony/symphony.yaml.`,
  });

/** `path` below a base address that may have a path of its own. */
export function below(
  base: string,
  path: string,
  query: Readonly<Record<string, string | number>> = {},
): URL {
  const url = new URL(path, base.endsWith('/') ? base : `${base}/`);
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, String(value));
  return url;
}

/** A field of something whose shape nobody promised. */
export const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null
        ? (found as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );

export const textAt = (value: unknown, ...path: (string | number)[]): string => {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
};

export const numberAt = (value: unknown, ...path: (string | number)[]): number | null => {
  const found = at(value, ...path);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
};

export const listAt = (value: unknown, ...path: (string | number)[]): readonly unknown[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
};
