import { glob, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant, Usage } from '@symphony/domain';
import { priceOf } from '../../price/index.ts';
import type { Gauge } from './gauge.ts';
import type { Retry } from './retry.ts';
import { sumUsage } from './usage.ts';
import { amountOf, at, type Fields, fieldsOf, listOf, textOf } from './wire.ts';

/**
 * Reads two files of Gemini CLI. The one in which it keeps a session has the tokens of every model
 * call, with cached ones and thoughts, as soon as the call is over: its protocol tells neither of the
 * two, and nothing before the turn has ended. Its log, if there is one, tells of retries.
 */
export function geminiGauge(home: string, log: string | null): Gauge {
  let path: string | null = null;
  let size = -1;
  let usage: Usage | null = null;
  const retries = new Tail(log);

  async function usageNow(sessionId: string): Promise<Usage | null> {
    path ??= await findSession(home, sessionId);
    if (path === null) return null;
    const now = (await stat(path)).size;
    if (now !== size) usage = usageIn(await readFile(path, 'utf8'));
    size = now;
    return usage;
  }

  return {
    async read(sessionId) {
      try {
        return { usage: await usageNow(sessionId), retry: retryIn(await retries.next(), Date.now()) };
      } catch {
        return null; // moved or removed by somebody else: the protocol goes on
      }
    },
  };
}

/** What is added to a file from one look to the next. */
class Tail {
  readonly #path: string | null;
  #from = 0;

  constructor(path: string | null) {
    this.#path = path;
  }

  async next(): Promise<string> {
    if (this.#path === null) return '';
    const file = await open(this.#path);
    try {
      const { size } = await file.stat();
      const news = Buffer.alloc(Math.max(0, size - this.#from));
      await file.read(news, 0, news.length, this.#from);
      this.#from = size;
      return news.toString('utf8');
    } finally {
      await file.close();
    }
  }
}

/**
 * `Attempt 2 failed with status 500. Retrying with backoff... _ApiError: {"error":…}`, and only where
 * a quota is used up `Attempt 2 failed: (its words, in several lines). Retrying after 5810ms...`
 */
const FAULT = /Attempt (\d+) failed(?: with (?:status )?([^.\n]*))?\. Retrying with backoff\.+[ \t]*(.*)$/gm;
const QUOTA = /Attempt (\d+) failed: ((?:(?!Attempt \d).)*?)\.* Retrying after (\d+)ms/gs;

/** The last one of what was added to the log. */
export function retryIn(log: string, now: Instant): Retry | null {
  const quota = [...log.matchAll(QUOTA)].at(-1);
  if (quota) return { attempt: Number(quota[1]), message: `429 ${quota[2]}`, nextAt: now + Number(quota[3]) };
  const [, attempt, status = '', error = ''] = [...log.matchAll(FAULT)].at(-1) ?? [];
  if (attempt === undefined) return null;
  const words = /"message":"([^"]+)"/.exec(error)?.[1] ?? error;
  return { attempt: Number(attempt), message: `${status} ${words}`.trim(), nextAt: null };
}

/** The name has the beginning of the id only; the first line has the whole. */
async function findSession(home: string, sessionId: string): Promise<string | null> {
  const pattern = join(home, '.gemini/tmp/*/chats', `session-*-${sessionId.slice(0, 8)}.jsonl`);
  for await (const path of glob(pattern)) {
    const [first = ''] = (await readFile(path, 'utf8')).split('\n', 1);
    if (first.includes(`"${sessionId}"`)) return path;
  }
  return null;
}

/** A message may be written more than once, and all of them again when a session is loaded. */
export function usageIn(text: string): Usage | null {
  const calls = new Map<string, Fields>();
  for (const line of text.split('\n')) {
    if (!line.includes('"tokens"')) continue;
    const entry = parse(line);
    for (const message of [entry, ...listOf(at(entry, '$set', 'messages')).map(fieldsOf)])
      if (message.tokens) calls.set(textOf(message.id) ?? '', message);
  }
  return calls.size === 0 ? null : [...calls.values()].map(usageOfCall).reduce(sumUsage);
}

function parse(line: string): Fields {
  try {
    return fieldsOf(JSON.parse(line));
  } catch {
    return {}; // the last line, half written
  }
}

function usageOfCall({ tokens, model }: Fields): Usage {
  const count = (name: string): number => amountOf(at(tokens, name)) ?? 0;
  const [inputTokens, cachedTokens] = [count('input'), count('cached')];
  const outputTokens = count('output') + count('thoughts');
  const billed = {
    input: inputTokens - cachedTokens,
    cachedInput: cachedTokens,
    cacheWrite: 0,
    output: outputTokens,
  };
  return { inputTokens, cachedTokens, outputTokens, usd: priceOf(textOf(model) ?? '', billed) };
}
