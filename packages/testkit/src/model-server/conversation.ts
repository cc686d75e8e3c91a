import { type Call, callsOf, DONE, hasScript, readSteps, turnOf } from './script.ts';

/** JSON from outside: looked at, never trusted. */
export type Loose = { readonly [key: string]: unknown };

export const isLoose = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOf = (value: unknown): Loose[] => (Array.isArray(value) ? value.filter(isLoose) : []);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export interface OfferedTool {
  readonly name: string;
  /** The group it is offered in, where the wire knows groups. */
  readonly namespace: string | null;
  /** The names of its arguments. */
  readonly takes: readonly string[];
}

/** What happened so far, oldest first, as far as the script goes by it. */
export type Moment = { readonly user: string } | { readonly result: true };

/** A request of any wire, made equal. */
export interface Conversation {
  readonly model: string;
  readonly stream: boolean;
  readonly tools: readonly OfferedTool[];
  readonly moments: readonly Moment[];
  /** The answer is wanted as JSON, which only side calls do. */
  readonly wantsJson: boolean;
  /** Where the agent works, when it tells the model. */
  readonly cwd: string | null;
}

/** Texts that agents put among a person's own words. */
const NOT_A_PERSON = /^\s*(<|\[|# AGENTS)/;

const isReal = (text: string): boolean => text.trim() !== '' && (hasScript(text) || !NOT_A_PERSON.test(text));

export const userTexts = ({ moments }: Conversation): string[] =>
  moments.flatMap((moment) => ('user' in moment && isReal(moment.user) ? [asTyped(moment.user)] : []));

/** Opencode's command line puts a prompt of several words in quotes before the model sees it. */
const asTyped = (text: string): string =>
  /^".*"\s*$/s.test(text) ? text.trim().slice(1, -1).replaceAll('\\"', '"') : text;

/** How many tools have answered since a person last spoke: the place in the script. */
export function stepOf({ moments }: Conversation): number {
  const from = moments.findLastIndex((moment) => 'user' in moment && isReal(moment.user));
  return moments.slice(from + 1).filter((moment) => 'result' in moment).length;
}

/** Calls an agent makes for itself: titles, routing, suggestions. They play no script and cost nothing. */
export const isSideCall = (conversation: Conversation): boolean =>
  conversation.tools.length === 0 ||
  conversation.moments.some((moment) => 'user' in moment && moment.user.startsWith('[SUGGESTION MODE'));

/** What the script wants of the call at hand. */
export function callOf(conversation: Conversation): Call {
  const texts = userTexts(conversation);
  const at = Math.max(0, texts.findLastIndex(hasScript));
  // Texts without a script ask for the next turn of the last one.
  const calls = callsOf(turnOf(readSteps(texts[at] ?? ''), texts.length - 1 - at));
  return calls[stepOf(conversation)] ?? { texts: [DONE], action: null, fault: null };
}

/** Agents name their folder in the words they put before the prompt. */
export const folderIn = (words: string): string | null =>
  /working directory:?\s*(?:<cwd>)?(\/[^\n<"\\]*)/i.exec(words)?.[1]?.trim() ?? null;
