import { failureOf, type Json } from '@symphony/domain';
import type { Session } from '../session.ts';

/** A result longer than this, or than a fourth of what the model can take in, is shortened for it. */
const MOST_CHARACTERS = 60_000;
const CHARACTERS_PER_TOKEN = 4;

/**
 * What a model is told of a result: the whole of it, or its beginning and end with a note and where the whole is
 * kept. Events and results always carry it unchanged.
 */
export async function shortened(
  session: Session,
  name: string,
  output: Json,
  contextTokens: number,
): Promise<Json> {
  const most = Math.min(MOST_CHARACTERS, Math.floor((contextTokens * CHARACTERS_PER_TOKEN) / 4));
  if (surelyShort(output)) return output;
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  if (text.length <= most) return output;
  const kept = await putAway(session, `result of ${name}`, text);
  const head = text.slice(0, Math.floor(most * 0.7));
  const tail = text.slice(text.length - Math.floor(most * 0.3));
  const where = kept === null ? '' : ` The whole is kept as ${kept}.`;
  return `${head}\n[… ${text.length - head.length - tail.length} of ${text.length} characters left out.${where} Ask for less at a time to see them. …]\n${tail}`;
}

/** What was done is done, whether its result could be put away or not. */
async function putAway(session: Session, name: string, text: string): Promise<string | null> {
  try {
    return (await session.around.keep?.(name, text)) ?? null;
  } catch (error) {
    session.emit({ type: 'insight', text: `A long result could not be kept: ${failureOf(error).message}` });
    return null;
  }
}

/** Spares writing small values out only to count them. */
const surelyShort = (value: Json): boolean =>
  value === null || typeof value !== 'object' ? typeof value !== 'string' || value.length < 200 : false;
