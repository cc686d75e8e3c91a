import { ModelFailure, type ModelTrouble } from './failure.ts';
import type { Censor } from './secrets.ts';

/**
 * Reads whatever a provider package throws or streams as one of our failures. Nothing of the original is kept but
 * words: these errors carry the whole request with its headers.
 */
export function failureFrom(error: unknown, model: string, now: number, censor: Censor): ModelFailure {
  const own = chainOf(error).find((each) => each instanceof ModelFailure);
  if (own) return own;
  const seen = lookAt(error);
  const trouble = troubleOf(seen);
  const words = censor(wordsOf(seen)).slice(0, MOST_WORDS);
  const after = retryAfterOf(seen.headers, now);
  return new ModelFailure(
    trouble,
    `${model}: ${SENTENCES[trouble]}${words === '' ? '' : ` (${words})`}.`,
    after,
  );
}

const MOST_WORDS = 300;

const SENTENCES: Readonly<Record<ModelTrouble, string>> = {
  key: 'the provider refuses the key',
  quota: 'the account is used up',
  limit: 'the provider was asked too much',
  request: 'the provider does not take the request',
  outage: 'the provider failed or could not be reached',
  silence: 'the provider did not answer in time',
  garbage: 'the provider answered what cannot be used',
  flood: 'the provider answered more than can be taken in',
};

interface Seen {
  /** `AI_APICallError` and the like; empty for what is no error of the packages. */
  readonly name: string;
  readonly status: number | null;
  readonly message: string;
  /** `overloaded_error`, `insufficient_quota`: how the provider itself calls it. */
  readonly kind: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the errors below it: `ECONNRESET`. */
  readonly codes: readonly string[];
  /** The connection ended before the answer did. */
  readonly torn: boolean;
}

type Loose = { readonly [key: string]: unknown };

const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null;

function lookAt(error: unknown): Seen {
  const outer = isLoose(error) ? error : { message: String(error) };
  // Providers put their own words one level below, as `{ error: { type, message } }`.
  const data = isLoose(outer.data) ? outer.data : outer;
  const inner = isLoose(data.error) ? data.error : outer;
  const words = [outer.type, outer.code, inner.type, inner.code].filter((each) => typeof each === 'string');
  return {
    name: outer instanceof Error ? outer.name : '',
    status: typeof outer.statusCode === 'number' ? outer.statusCode : null,
    message: String(inner.message ?? outer.message ?? ''),
    kind: words.join(' '),
    headers: isLoose(outer.responseHeaders) ? (outer.responseHeaders as Record<string, string>) : {},
    codes: chainOf(error).flatMap((each) =>
      isLoose(each) && typeof each.code === 'string' ? [each.code] : [],
    ),
    torn: chainOf(error).some(
      (each) => each instanceof TypeError && /terminated|fetch failed/.test(each.message),
    ),
  };
}

/** The error and those below it. */
function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (
    let at = error;
    at !== undefined && chain.length < MOST_CAUSES;
    at = isLoose(at) ? at.cause : undefined
  )
    chain.push(at);
  return chain;
}

const MOST_CAUSES = 8;

const GARBLED = ['AI_JSONParseError', 'AI_TypeValidationError', 'AI_InvalidResponseDataError'];
const EMPTY = ['AI_EmptyResponseBodyError', 'AI_NoContentGeneratedError'];
const MISUSED = [
  'AI_InvalidArgumentError',
  'AI_InvalidPromptError',
  'AI_UnsupportedFunctionalityError',
  'AI_NoSuchModelError',
];
const NETWORK = /^(E(CONN|PIPE|HOST|NET|AI_)|ENOTFOUND|UND_ERR_)/;
const LATE = ['ETIMEDOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT'];

function troubleOf({ name, status, kind, codes, torn }: Seen): ModelTrouble {
  if (/insufficient_quota|billing/.test(kind) || status === 402) return 'quota';
  if (/authentication|permission|invalid_api_key/.test(kind) || status === 401 || status === 403)
    return 'key';
  if (name === 'AI_LoadAPIKeyError') return 'key';
  if (/rate_limit|usage_limit/.test(kind) || status === 429) return 'limit';
  if (codes.some((code) => LATE.includes(code)) || status === 408 || status === 504) return 'silence';
  if (/overloaded|server_error|api_error/.test(kind) || (status !== null && status >= 500)) return 'outage';
  if (status === 409 || status === 425 || torn || codes.some((code) => NETWORK.test(code))) return 'outage';
  if (GARBLED.includes(name) || EMPTY.includes(name) || (status !== null && status < 300)) return 'garbage';
  if (/invalid_request|not_found/.test(kind) || MISUSED.includes(name) || status !== null) return 'request';
  // A call that failed without a status never reached its provider; anything else is a package that lost its way.
  return name === 'AI_APICallError' ? 'outage' : 'garbage';
}

function wordsOf({ status, message, name, torn }: Seen): string {
  // It had begun well: the number and the package's words would only puzzle.
  if (torn && status !== null && status < 300) return 'the connection ended before the answer did';
  // What could not be read is quoted whole by these; only the beginning of it helps anyone.
  const said = GARBLED.includes(name) ? message.slice(0, 120) : message;
  const plain = said.replaceAll(/\s+/g, ' ').replace(/[.\s]+$/, '');
  return [status === null ? '' : String(status), plain].filter((each) => each !== '').join(' ');
}

/** Seconds, a date, or milliseconds under a name of OpenAI's. */
export function retryAfterOf(headers: Readonly<Record<string, string>>, now: number): number | null {
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const said = headers['retry-after'];
  if (said === undefined || said.trim() === '') return null;
  const seconds = Number(said);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : null;
  const date = Date.parse(said);
  return Number.isFinite(date) ? Math.max(0, date - now) : null;
}
