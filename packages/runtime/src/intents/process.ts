import { type Clock, failureOf, type Intent, type IntentsProcessed, type Json } from '@symphony/domain';
import { Cancellation, orStopped } from '../cancellation.ts';
import type { IntentEngine } from '../engines.ts';
import type { Session } from '../session.ts';
import { readIntent } from './validate.ts';

type Handler<T extends Intent['type']> = (
  intent: Extract<Intent, { readonly type: T }>,
) => Promise<void> | void;

/** Who carries intents out. One that is missing makes its intents fail, and they say so. */
export type IntentHandlers = { readonly [T in Intent['type']]?: Handler<T> };

export interface IntentPlace {
  readonly clock: Clock;
  /** Something a person should see, and that stops nothing. */
  warn(message: string): void;
  /** Hears each intent that is valid, before it is carried out. */
  heard?(intent: Intent): void;
}

/** Longer than this and the next one has its turn. */
const LIMIT_MS = 30_000;

/** In order, one after the other; what goes wrong with one is no matter of the next (R17). Never rejects. */
export async function processIntents(
  raw: readonly Json[],
  handlers: IntentHandlers,
  place: IntentPlace,
): Promise<IntentsProcessed> {
  let processed = 0;
  const errors: string[] = [];
  for (const [index, each] of raw.entries()) {
    const read = readIntent(each);
    if (read.kind === 'unknown') {
      place.warn(`Nobody knows intents of the type "${read.type.slice(0, 100)}"; it is passed over.`);
      continue;
    }
    const name = `Intent ${index + 1}${read.kind === 'valid' ? ` (${read.intent.type})` : ''}`;
    try {
      if (read.kind === 'invalid') throw new Error(`${read.type || 'It'} is not valid: ${read.problem}`);
      place.heard?.(read.intent);
      await carryOut(read.intent, handlers, place.clock);
      processed += 1;
    } catch (error) {
      errors.push(`${name}: ${failureOf(error).message}`);
    }
  }
  return { processed, failed: errors.length, errors };
}

async function carryOut(intent: Intent, handlers: IntentHandlers, clock: Clock): Promise<void> {
  const handle = handlers[intent.type] as ((intent: Intent) => Promise<void> | void) | undefined;
  if (!handle) throw new Error(`Nobody carries out intents of the type ${intent.type} here.`);
  const late = (): Error => new Error(`It took longer than ${LIMIT_MS} ms.`);
  const limit = new Cancellation(null, { clock, ms: LIMIT_MS, reason: late });
  try {
    await orStopped(limit, Promise.resolve(handle(intent)));
  } finally {
    limit.release();
  }
}

/**
 * Leaves an intent with whoever collects them. A tool that runs outside of a session has nobody: its intent is
 * orphaned, and somebody is told.
 */
export function leaveIntent(
  raw: Json,
  collector: Json[] | null,
  warn: (message: string) => void,
): 'collected' | 'orphaned' {
  if (collector) {
    collector.push(raw);
    return 'collected';
  }
  const read = readIntent(raw);
  const type = read.kind === 'valid' ? read.intent.type : read.type;
  warn(
    `An intent${type ? ` of the type ${type}` : ''} was left outside of a session: nobody carries it out.`,
  );
  return 'orphaned';
}

/** After a run: everything its tools left behind. */
export class IntentDesk implements IntentEngine {
  readonly #handlers: IntentHandlers;
  readonly #warn: (message: string) => void;

  constructor(handlers: IntentHandlers, warn: (message: string) => void) {
    this.#handlers = handlers;
    this.#warn = warn;
  }

  process(session: Session): Promise<IntentsProcessed> {
    return processIntents(session.intents, this.#handlers, {
      clock: session.around.clock,
      warn: this.#warn,
      heard: (intent) => session.emit({ type: 'intent', intent }),
    });
  }
}
