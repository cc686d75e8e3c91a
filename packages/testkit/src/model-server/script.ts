/**
 * What the scripted model plays is written in the prompt itself, one line per step. So a test decides
 * every word and every tool call, and the server needs no memory: a retried or resumed request says
 * all that is to be known.
 */

/** How a call to the model can go wrong. As the first element of a path it holds for every call. */
export type Fault = (typeof FAULTS)[number];

export const FAULTS = [
  'err400',
  'err401',
  'err429',
  'err500',
  'err529',
  /** A 429 that names the time when the limit ends, an hour ahead. */
  'limit',
  /** The first call with tools only; then all is well. */
  'once429',
  'once500',
  /** The answer takes some seconds. */
  'slow',
  /** Headers and one comment, then nothing. */
  'silent',
  /** Not even headers. */
  'never',
  /** The connection is cut shortly after the headers. */
  'cut',
  /** Half of the answer, then the connection is cut. */
  'torn',
  /** The same for the first call with tools only. */
  'oncetorn',
  /** A clean end in the middle of an event. */
  'half',
  /** Events that are no JSON. */
  'garbage',
  /** A page for people, with status 200. */
  'page',
  /** Ten megabytes of words. */
  'flood',
] as const;

/** Faults of the answer itself, which begins well. */
export type Spoiling = Extract<Fault, 'torn' | 'half' | 'garbage' | 'page' | 'flood'>;

export type Step =
  | { readonly say: string }
  /** A shell command. */
  | { readonly run: string }
  /** A shell command that the agent has to ask for, where the model can say so. */
  | { readonly ask: string }
  | { readonly write: { readonly path: string; readonly text: string } }
  /** Any other tool, by its name or the end of it: hosts put their own names in front. */
  | { readonly tool: { readonly name: string; readonly input: object } }
  | { readonly fault: Fault }
  /** What follows is played when another turn is asked for without a script of its own. */
  | { readonly turn: 'end' };

/** What one call to the model is answered with. */
export interface Call {
  readonly texts: readonly string[];
  /** Null: nothing more is to be done and the turn ends. */
  readonly action: Action | null;
  /** What stands in its way: for ever, once, or for a while. */
  readonly fault: Fault | null;
}

export type Action = Exclude<
  Step,
  { readonly say: string } | { readonly fault: Fault } | { readonly turn: 'end' }
>;

const LINE = /^[ \t]*(SAY|RUN|ASK|WRITE|TOOL|FAULT|TURN):[ \t]*(.*)$/gm;

/** What a model says that has nothing more to do. */
export const DONE = 'done';

export const scriptText = (steps: readonly Step[]): string => steps.map(lineOf).join('\n');

function lineOf(step: Step): string {
  if ('say' in step) return `SAY: ${step.say}`;
  if ('run' in step) return `RUN: ${step.run}`;
  if ('ask' in step) return `ASK: ${step.ask}`;
  if ('write' in step) return `WRITE: ${step.write.path} ${JSON.stringify(step.write.text)}`;
  if ('tool' in step) return `TOOL: ${step.tool.name} ${JSON.stringify(step.tool.input)}`;
  if ('turn' in step) return `TURN: ${step.turn}`;
  return `FAULT: ${step.fault}`;
}

export const hasScript = (text: string): boolean => text.search(LINE) !== -1;

/** The steps a text holds, whatever else it says. Throws on a line that is begun and not understood. */
export const readSteps = (text: string): Step[] =>
  [...text.matchAll(LINE)].map(([line, word, rest = '']) => readStep(word, rest.trim(), line.trim()));

function readStep(word: string | undefined, rest: string, line: string): Step {
  const [name = '', ...more] = rest.split(' ');
  switch (word) {
    case 'SAY':
      return { say: rest };
    case 'RUN':
      return { run: rest };
    case 'ASK':
      return { ask: rest };
    case 'WRITE':
      return { write: { path: name, text: String(JSON.parse(more.join(' ') || '""')) } };
    case 'TURN':
      return { turn: 'end' };
    case 'TOOL':
      return { tool: { name, input: JSON.parse(more.join(' ') || '{}') } };
    default:
      if (isFault(rest)) return { fault: rest };
      throw new Error(`The script has a line that is not understood: ${line}`);
  }
}

export const isFault = (name: string): name is Fault => FAULTS.some((fault) => fault === name);

/** The steps of one turn of a script, which may be for several. */
export function turnOf(steps: readonly Step[], turn: number): readonly Step[] {
  const ends = steps.flatMap((step, at) => ('turn' in step ? [at] : []));
  const from = turn === 0 ? 0 : (ends[turn - 1] ?? steps.length - 1) + 1;
  return steps.slice(from, ends[turn] ?? steps.length);
}

/** A call takes the words up to the next action; whatever comes after the last one ends the turn. */
export function callsOf(steps: readonly Step[]): Call[] {
  const calls: Call[] = [];
  let texts: string[] = [];
  let fault: Fault | null = null;
  const finish = (action: Action | null) => {
    calls.push({ texts: action || texts.length > 0 ? texts : [DONE], action, fault });
    texts = [];
    fault = null;
  };
  for (const step of steps) {
    if ('say' in step) texts.push(step.say);
    else if ('fault' in step) fault = step.fault;
    else if (!('turn' in step)) finish(step);
  }
  finish(null);
  return calls;
}
