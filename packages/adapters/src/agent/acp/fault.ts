import type { Instant, TurnFault } from '@symphony/domain';
import { at, type RpcError, textOf } from './wire.ts';

/** Why a turn went wrong. */
export interface Trouble {
  readonly message: string;
  readonly fault: TurnFault;
  /** When the provider takes up work again, where it says so. */
  readonly until: Instant | null;
}

/** Words agents use for the kind of a fault where they have a field for it. */
const KINDS: Readonly<Record<string, TurnFault>> = {
  authentication_failed: 'auth',
  unauthorized: 'auth',
  oauth_org_not_allowed: 'auth',
  rate_limit: 'limit',
  rateLimitExceeded: 'limit',
  rate_limit_exceeded: 'limit',
  usageLimitExceeded: 'limit',
  usage_limit_exceeded: 'limit',
  billing_error: 'limit',
  server_error: 'provider',
  overloaded: 'provider',
  serverOverloaded: 'provider',
  server_overloaded: 'provider',
  internalServerError: 'provider',
  internal_server_error: 'provider',
  invalid_request: 'provider',
};

/** The protocol's own code. */
export const AUTH_REQUIRED = -32000;

/** Reads the error an agent answers a request with. `details`: what it said right before. */
export function troubleOf(error: RpcError, now: Instant, details = ''): Trouble {
  const inner = vendorError(error.message);
  const data =
    textOf(at(error.data, 'details')) ?? textOf(at(error.data, 'message')) ?? textOf(error.data) ?? '';
  const said = inner?.message ?? error.message.replace(/^Internal error(: )?/, '');
  const message = [details, said, data].find((text) => text !== '') ?? `error ${error.code}`;
  const kind = textOf(at(error.data, 'errorKind')) ?? textOf(at(error.data, 'codex_error_info')) ?? '';
  const fault =
    KINDS[kind] ??
    (error.code === AUTH_REQUIRED ? 'auth' : null) ??
    faultOfStatus(inner?.status ?? error.code) ??
    faultOfText([details, said, data].join('\n'));
  return { message, fault, until: fault === 'limit' ? resetTime(error.message, now) : null };
}

/** Codex tells what is wrong as one of several shapes: a word, or a word with an HTTP status below it. */
export function troubleOfCodex(error: unknown, now: Instant): Trouble {
  const info = at(error, 'codexErrorInfo');
  const status = Object.values(typeof info === 'object' && info !== null ? info : {})
    .map((inner) => at(inner, 'httpStatusCode'))
    .find((code) => typeof code === 'number');
  const message = textOf(at(error, 'additionalDetails')) ?? textOf(at(error, 'message')) ?? '';
  const fault =
    KINDS[textOf(info) ?? ''] ??
    (typeof status === 'number' ? faultOfStatus(status) : null) ??
    faultOfText(message);
  return { message, fault, until: fault === 'limit' ? resetTime(message, now) : null };
}

export const troubleOfText = (message: string, now: Instant): Trouble => {
  const fault = faultOfText(message);
  return { message, fault, until: fault === 'limit' ? resetTime(message, now) : null };
};

/** Some agents hand the vendor's JSON body on as their message. */
function vendorError(text: string): { readonly status: number; readonly message: string } | null {
  if (!text.startsWith('{') && !text.startsWith('[')) return null;
  try {
    const body: unknown = JSON.parse(text);
    const error = at(Array.isArray(body) ? body[0] : body, 'error');
    const status = at(error, 'code');
    return typeof status === 'number' ? { status, message: textOf(at(error, 'message')) ?? text } : null;
  } catch {
    return null; // it only looked like JSON
  }
}

function faultOfStatus(status: number): TurnFault | null {
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'limit';
  return status >= 400 && status < 600 ? 'provider' : null;
}

/** The last resort: an agent that has no field for it says it in words. */
function faultOfText(text: string): TurnFault {
  if (/\b429\b|rate.?limit|too many requests|quota|usage limit|resource.?exhausted/i.test(text))
    return 'limit';
  if (/\b40[13]\b|api.?key|unauthori[sz]ed|authenticat|not logged in|credential/i.test(text)) return 'auth';
  if (
    /\b5\d\d\b|overloaded|server error|internal error|high demand|timed? ?out|network|connect|fetch|socket/i.test(
      text,
    )
  )
    return 'provider';
  return 'agent';
}

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000 };

/** `retryDelay: "34s"`, `Please retry in 34.07s`, `will reset after 1h2m3s`. */
export function resetTime(text: string, now: Instant): Instant | null {
  const told =
    /(?:retry\s?delay|retry in|retry after|reset(?:s)? (?:after|in))\W*((?:[\d.]+\s?[hms])+)/i.exec(text);
  if (!told?.[1]) return null;
  const parts = [...told[1].matchAll(/([\d.]+)\s?([hms])/gi)];
  return now + Math.ceil(parts.reduce((ms, part) => ms + Number(part[1]) * (UNITS[part[2] ?? 's'] ?? 0), 0));
}
