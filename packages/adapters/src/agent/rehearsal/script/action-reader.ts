import { readDuration } from '../../../written/duration.ts';
import { pathProblem } from './chamber-path.ts';
import { FAULTS, isFault } from './fault.ts';
import type { Action, ActionOf, LimitEnd } from './step.ts';

/** A script that cannot be played; caught once, where the script is read. */
export class ScriptProblem extends Error {}

type Fields = Readonly<Record<string, unknown>>;
/** A script is JSON through and through. */
type Arguments = ActionOf<'tool'>['arguments'];

/** One reader for every step a script may hold. The keys are the vocabulary. */
export const ACTION_READERS: Readonly<Record<string, (value: unknown) => Action>> = {
  write: (value) => {
    const fields = mapOf(value, ['path', 'text']);
    return { kind: 'write', path: pathOf(fields), text: textOf(fields, 'text') };
  },
  append: (value) => {
    const fields = mapOf(value, ['path', 'text']);
    return { kind: 'append', path: pathOf(fields), text: textOf(fields, 'text') };
  },
  edit: (value) => {
    const fields = mapOf(value, ['path', 'find', 'replace']);
    const find = textOf(fields, 'find');
    if (find === '') throw new ScriptProblem('needs a `find` that is not empty');
    return { kind: 'edit', path: pathOf(fields), find, replace: textOf(fields, 'replace') };
  },
  run: (value) => {
    if (typeof value === 'string') return { kind: 'run', command: value, allowFailure: false };
    const fields = mapOf(value, ['command', 'allow_failure']);
    return { kind: 'run', command: textOf(fields, 'command'), allowFailure: flagOf(fields, 'allow_failure') };
  },
  commit: (value) => ({ kind: 'commit', message: wordsOf(value) }),
  say: (value) => ({ kind: 'say', text: wordsOf(value) }),
  think: (value) => ({ kind: 'think', text: wordsOf(value) }),
  fail: (value) => {
    if (typeof value !== 'object') return { kind: 'fail', reason: wordsOf(value) };
    const fields = mapOf(value, ['message', 'fault']);
    if (!isFault(fields.fault)) throw new ScriptProblem(`needs one of ${FAULTS.join(', ')} as \`fault\``);
    return { kind: 'fail', reason: textOf(fields, 'message'), fault: fields.fault };
  },
  sleep: (value) => ({ kind: 'sleep', ms: durationOf(value) }),
  spend: (value) => {
    const fields = mapOf(value, ['input', 'output', 'usd']);
    return {
      kind: 'spend',
      input: amountOf(fields, 'input') ?? 0,
      output: amountOf(fields, 'output') ?? 0,
      usd: amountOf(fields, 'usd'),
    };
  },
  ask: (value) => {
    const fields = mapOf(value, ['text', 'choices', 'default', 'after']);
    return {
      kind: 'ask',
      text: textOf(fields, 'text'),
      choices: textsOf(fields, 'choices'),
      defaultAnswer: fields.default === undefined ? null : textOf(fields, 'default'),
      defaultAfterMs: fields.after === undefined ? null : durationOf(fields.after),
    };
  },
  permission: (value) => {
    const plain = { kind: 'permission', tool: 'Bash', command: null, paths: [] } as const;
    if (typeof value !== 'object') return { ...plain, command: wordsOf(value) };
    const fields = mapOf(value, ['tool', 'command', 'paths']);
    return {
      kind: 'permission',
      tool: fields.tool === undefined ? plain.tool : textOf(fields, 'tool'),
      command: fields.command === undefined ? null : textOf(fields, 'command'),
      paths: textsOf(fields, 'paths'),
    };
  },
  tool: (value) => {
    if (typeof value !== 'object') return { kind: 'tool', name: wordsOf(value), arguments: {}, must: false };
    const fields = mapOf(value, ['name', 'arguments', 'must']);
    const { arguments: given = {} } = fields;
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      throw new ScriptProblem('needs a map as `arguments`');
    const must = flagOf(fields, 'must');
    return { kind: 'tool', name: wordsOf(fields.name), arguments: given as Arguments, must };
  },
  limit: (value) => {
    const fields = mapOf(value, ['until', 'message']);
    const message =
      fields.message === undefined ? 'the rehearsal reached its limit' : textOf(fields, 'message');
    return { kind: 'limit', until: limitEndOf(fields.until), message };
  },
  hang: (value) => {
    const plain = { kind: 'hang', ms: null, ignoreTerm: false, leaveGroup: false } as const;
    if (value === true) return plain;
    if (typeof value !== 'object') return { ...plain, ms: durationOf(value) };
    const fields = mapOf(value, ['for', 'ignore_term', 'leave_group']);
    return {
      kind: 'hang',
      ms: fields.for === undefined ? null : durationOf(fields.for),
      ignoreTerm: flagOf(fields, 'ignore_term'),
      leaveGroup: flagOf(fields, 'leave_group'),
    };
  },
  exit: (value) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255)
      return { kind: 'exit', code: value };
    throw new ScriptProblem('needs an exit code from 0 to 255');
  },
  turn: (value) => {
    if (value === 'end') return { kind: 'end-turn' };
    throw new ScriptProblem('knows only `turn: end`');
  },
};

export function mapOf(value: unknown, known: readonly string[]): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ScriptProblem(`needs a map of ${known.join(', ')}`);
  const strange = Object.keys(value).find((key) => !known.includes(key));
  if (strange !== undefined) throw new ScriptProblem(`knows ${known.join(', ')}, not \`${strange}\``);
  return value as Fields;
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new ScriptProblem('needs a text');
}

function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === 'string') return value;
  throw new ScriptProblem(value === undefined ? `needs \`${name}\`` : `needs a text as \`${name}\``);
}

function pathOf(fields: Fields): string {
  const path = textOf(fields, 'path');
  const problem = pathProblem(path);
  if (problem !== null) throw new ScriptProblem(`cannot be played: ${problem}`);
  return path;
}

function flagOf(fields: Fields, name: string): boolean {
  const value = fields[name];
  if (value === undefined || typeof value === 'boolean') return value ?? false;
  throw new ScriptProblem(`needs true or false as \`${name}\``);
}

function amountOf(fields: Fields, name: string): number | null {
  const value = fields[name];
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  throw new ScriptProblem(`needs a number that is not negative as \`${name}\``);
}

function durationOf(value: unknown): number {
  const ms = readDuration(value);
  if (ms === null) throw new ScriptProblem('needs a duration such as 200ms, 2s or a number of milliseconds');
  return ms;
}

function textsOf(fields: Fields, name: string): readonly string[] {
  const value = fields[name];
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  throw new ScriptProblem(`needs a list of texts as \`${name}\``);
}

/** `+2s` from the moment it is played, an ISO date, or milliseconds since the epoch. */
function limitEndOf(value: unknown): LimitEnd {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && Number.isFinite(value)) return { at: value };
  if (typeof value === 'string' && value.startsWith('+')) return { afterMs: durationOf(value.slice(1)) };
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) throw new ScriptProblem('needs `until` as +2s, an ISO date or milliseconds');
  return { at };
}
