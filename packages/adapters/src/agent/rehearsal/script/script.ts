import { nearest } from '../../../written/nearest.ts';
import { ACTION_READERS, ScriptProblem } from './action-reader.ts';
import { builtInConflictPlay, builtInPlay, builtInReviewPlay } from './built-in.ts';
import type { Action, Piece, Plays, Step } from './step.ts';

/**
 * Reads `fields.rehearsal`: a list of steps, each a map with one key, or a map of the `on_…`
 * variants alone. Nothing at all means the built-in play.
 *
 *   - write: { path: src/a.txt, text: "…" }      (always path and text: a file may be called "path")
 *   - run: npm test                              (or { command, allow_failure: true })
 *   - commit: add a
 *   - tool: { name: get_context, arguments: { } }  (one of the host tools)
 *   - turn: end                                  (the next prompt goes on from here)
 *   - on_attempt: { 1: [ … ], else: [ … ] }      (a step, or the whole script)
 *   - on_conflict: [ … ]                         (played for a conflict prompt)
 *   - on_failed_checks: [ … ]                    (played when the checks failed on the target)
 *   - on_review: [ … ]                           (played when a person, or the pull request, has something to say on the finished work)
 *
 * The word `prompts` in the place of it all: the steps come with the prompts (see prompt-script.ts).
 */
export type ScriptReading = ({ readonly ok: true } & Script) | Unplayable;

export interface Script {
  readonly plays: Plays;
  readonly fromPrompts: boolean;
}

export interface Unplayable {
  readonly ok: false;
  readonly problem: string;
}

interface Draft {
  main: Step[];
  conflict: Step[] | null;
  failedChecks: Step[] | null;
  review: Step[] | null;
}

const emptyDraft = (): Draft => ({ main: [], conflict: null, failedChecks: null, review: null });

const FROM_PROMPTS = 'prompts';
const OCCASIONS = ['on_attempt', 'on_conflict', 'on_failed_checks', 'on_review'];
const KNOWN = [...Object.keys(ACTION_READERS), ...OCCASIONS];

export function readScript(script: unknown, attempt: number, piece: Piece): ScriptReading {
  const draft = emptyDraft();
  const given = script !== undefined && script !== null;
  const fromPrompts = script === FROM_PROMPTS;
  try {
    if (given && !fromPrompts) readSteps(asSteps(script), '', attempt, draft);
  } catch (error) {
    return unplayable(error);
  }
  return {
    ok: true,
    fromPrompts,
    plays: {
      main: given ? draft.main : builtInPlay(piece, attempt),
      conflict: draft.conflict ?? builtInConflictPlay(piece),
      failedChecks: draft.failedChecks,
      review: given ? draft.review : builtInReviewPlay(piece),
    },
  };
}

/** The steps of one turn. Occasions are for the item to prepare for. */
export function readTurnScript(
  script: unknown,
  attempt: number,
): { readonly ok: true; readonly steps: readonly Step[] } | Unplayable {
  try {
    return { ok: true, steps: readOccasion(script, 'the prompt', 'its script', attempt) };
  } catch (error) {
    return unplayable(error);
  }
}

function unplayable(error: unknown): Unplayable {
  if (error instanceof ScriptProblem) return { ok: false, problem: error.message };
  throw error;
}

/** A map of occasions alone is the same as a list with one step for each. */
function asSteps(script: unknown): readonly unknown[] {
  if (Array.isArray(script)) return script;
  const keys = typeof script === 'object' && script !== null ? Object.keys(script) : [];
  if (keys.length > 0 && keys.every((key) => OCCASIONS.includes(key)))
    return Object.entries(script as object).map(([key, value]) => ({ [key]: value }));
  throw new ScriptProblem(
    `The rehearsal script must be a list of steps, a map of ${OCCASIONS.join(', ')} or the word "${FROM_PROMPTS}".`,
  );
}

function readSteps(steps: readonly unknown[], where: string, attempt: number, draft: Draft): void {
  steps.forEach((step, at) => {
    readStep(step, `step ${at + 1}${where}`, attempt, draft);
  });
}

function readStep(step: unknown, label: string, attempt: number, draft: Draft): void {
  const keys = typeof step === 'object' && step !== null && !Array.isArray(step) ? Object.keys(step) : [];
  const name = keys[0];
  if (keys.length !== 1 || name === undefined) {
    const example = typeof step === 'string' ? ` such as "${nearest(step, KNOWN)}: …"` : '';
    throw problem(label, `must be a map with exactly one key${example}`);
  }
  const value = (step as Record<string, unknown>)[name];
  if (name === 'on_attempt') readAttempts(value, label, attempt, draft);
  else if (name === 'on_conflict') draft.conflict = readOccasion(value, name, label, attempt);
  else if (name === 'on_failed_checks') draft.failedChecks = readOccasion(value, name, label, attempt);
  else if (name === 'on_review') draft.review = readOccasion(value, name, label, attempt);
  else draft.main.push({ label, action: readAction(name, value, label) });
}

function readAction(name: string, value: unknown, label: string): Action {
  const read = Object.hasOwn(ACTION_READERS, name) ? ACTION_READERS[name] : undefined;
  if (!read)
    throw problem(label, `is "${name}", which is not known; did you mean "${nearest(name, KNOWN)}"?`);
  try {
    return read(value);
  } catch (error) {
    if (error instanceof ScriptProblem) throw problem(label, `(${name}) ${error.message}`);
    throw error;
  }
}

/** The steps of this attempt take the place of the variant; the other attempts are checked as well. */
function readAttempts(value: unknown, label: string, attempt: number, draft: Draft): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw problem(label, '(on_attempt) needs a map from attempt to steps');
  const strange = Object.keys(value).find((key) => key !== 'else' && !/^[1-9]\d*$/.test(key));
  if (strange !== undefined)
    throw problem(label, `(on_attempt) knows attempt numbers and "else", not "${strange}"`);
  const attempts = value as Record<string, unknown>;
  const chosen = Object.hasOwn(attempts, String(attempt)) ? String(attempt) : 'else';
  for (const [key, steps] of Object.entries(attempts)) {
    const into = key === chosen ? draft : emptyDraft();
    readSteps(listOf(steps, label, 'on_attempt'), ` of on_attempt ${key}`, attempt, into);
  }
}

function readOccasion(value: unknown, name: string, label: string, attempt: number): Step[] {
  const inner = emptyDraft();
  readSteps(listOf(value, label, name), ` of ${name}`, attempt, inner);
  if (inner.conflict !== null || inner.failedChecks !== null || inner.review !== null)
    throw problem(label, `(${name}) cannot hold another occasion`);
  return inner.main;
}

function listOf(value: unknown, label: string, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw problem(label, `(${name}) needs a list of steps`);
}

const problem = (label: string, what: string): ScriptProblem =>
  new ScriptProblem(`The rehearsal script cannot be played: ${label} ${what}.`.replace(/([.?])\.$/, '$1'));
