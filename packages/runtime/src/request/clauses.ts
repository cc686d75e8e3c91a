/**
 * Takes a request apart at the places where people go on to something else: sentences, semicolons, list items,
 * "then", "and also", and an "and" that is followed by a word one acts with. Text in quotes is one piece.
 */
export function clausesOf(request: string): string[] {
  const { text, quotes } = hideQuotes(request);
  const parts = text
    .replace(LIST_ITEM, '\n')
    .split(SENTENCE)
    .flatMap((sentence) => sentence.split(SEQUEL))
    .flatMap(splitAtActions)
    .map((part) => part.replace(EDGES, '').trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  return parts.map((part) => part.replace(/\uE000(\d+)\uE001/g, (_, at: string) => quotes[Number(at)] ?? ''));
}

/** The clauses that want something: an order or a question. Telling somebody what came of the one before is part of it. */
export const actionsIn = (clauses: readonly string[]): string[] =>
  clauses.filter((clause, at) => (actsIn(clause) && !(at > 0 && REPORT.test(clause))) || ASKING.test(clause));

/** Whether a clause asks for something to be done: it begins with an action, perhaps after polite words. */
function actsIn(clause: string): boolean {
  const words = wordsIn(clause.replace(POLITE, ''));
  return words[0] !== undefined && ACTIONS.has(words[0]);
}

export const wordsIn = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];

function splitAtActions(sentence: string): string[] {
  const parts: string[] = [];
  let rest = sentence;
  let from = 0;
  for (;;) {
    const found = rest.slice(from).match(JOINT);
    if (!found || found.index === undefined) break;
    const after = from + found.index + found[0].length;
    if (actsIn(rest.slice(after))) {
      parts.push(rest.slice(0, from + found.index));
      rest = rest.slice(after);
      from = 0;
    } else from = after;
  }
  return [...parts, rest];
}

function hideQuotes(request: string): { text: string; quotes: string[] } {
  const quotes: string[] = [];
  const text = request.replace(QUOTED, (quote) => `\uE000${quotes.push(quote) - 1}\uE001`);
  return { text, quotes };
}

const REPORT =
  /^(?:please\s+)?(?:(?:tell|ask|inform|let|show|give|remind|notify)\s+(?:him|her|them|\p{L}+\s+(?:know|that))\b|(?:tell|show|give|let|inform)\s+(?:me|us)\s+(?:know\b|(?:the\s+|its\s+)?(?:results?|answers?|number|outcome|output|total|status|difference|it|what|how|why|if|whether|which)\b)|(?:confirm|do|play|run|use|open)\s+it\b)/iu;
const ASKING =
  /^(?:what|who|when|where|which|why|how)(?:['’]?s)?\b|^(?:is|are|am|do|does|did|will|should) \p{L}/iu;
const QUOTED = /"[^"\n]{0,500}"|“[^”\n]{0,500}”|`[^`\n]{0,500}`/g;
const LIST_ITEM = /(?:^|\n)[ \t]*(?:\d{1,2}[.)]|[-*•])[ \t]+|(?<=[\s:;,])\(?\d{1,2}[.)][ \t]+(?=\p{L})/gu;
const SENTENCE = /(?<=[.!?])\s+|[;\n]+/u;
const SEQUEL =
  /[,\s]+(?:and\s+)?(?:then|after\s+that|afterwards|finally|lastly|after\s+which|followed\s+by|and\s+also|as\s+well\s+as)[,\s]+/iu;
const JOINT = /\s*,\s*(?:and\s+|but\s+|or\s+)?|\s+(?:and|but|or|plus|&)\s+/iu;
const EDGES = /^[\s,.;:!?-]+|[\s,;:!-]+$/gu;
const POLITE =
  /^(?:(?:please|kindly|also|just|now|first|second|third|next|hey|hi|hello|ok|okay|and|so)[\s,]+|(?:can|could|would|will)\s+you\s+|(?:i\s+(?:want|need|would\s+like)\s+(?:you\s+)?to|i'd\s+like\s+(?:you\s+)?to|let's|help\s+me(?:\s+to)?|go\s+ahead\s+and|remember\s+to|try\s+to)\s+|(?:please|kindly)\s+)*/iu;

/** Words people begin an order with. Ambiguous ones ("book", "plan") are here: they count only where one begins. */
const ACTIONS: ReadonlySet<string> = new Set(
  `add adjust alert analyse analyze answer append apply arrange ask assign attach backup begin book build buy calculate
  call cancel change check clean clear clone close collect combine commit compare compile compose compute configure
  confirm connect convert copy correct count create cut debug decide decrease delete deploy describe design detect
  determine develop dim disable discover display document download draft draw drop edit email enable estimate evaluate
  examine execute explain export extract fetch figure file fill filter find finish fix flip format forward freeze
  generate get give group handle identify implement import improve include increase inform insert inspect install
  investigate invite join keep launch let list load locate lock log look lower make map mark measure merge message
  migrate modify monitor move mute name notify open optimise optimize order organise organize pack parse pause pay
  plan play post prepare print profile propose prove publish pull purchase push put raise read rebase recommend record
  reduce refactor register remind remove rename reorder repeat replace reply report request reschedule reserve reset
  resolve restart restore resume retrieve return reverse review rewrite roll run save scan schedule search select send
  set share show shut simplify skip sort split start stop store submit subscribe suggest sum summarise summarize swap
  switch sync tell test text track train transfer transform translate trim turn undo uninstall unlock unmute update
  upgrade upload use validate verify visit wait wake warn watch wipe work write`.split(/\s+/),
);
