import type { ControlNode, Dependency, FlowPort, Json, Recovery } from '@symphony/domain';
import { readDuration } from '../written/duration.ts';
import { type FilePath, showPath } from '../yaml/index.ts';
import type { Finding } from './problem.ts';
import {
  CONTROLS,
  dependency,
  entry,
  filled,
  flag,
  json,
  listOf,
  looks,
  mapOf,
  oneOf,
  positive,
  type Schema,
  text,
  work,
} from './schema.ts';
import { type Checker, checkerOf, didYouMean } from './schema-check.ts';

/**
 * A step as people write it in `steps:`. What it does is told by one key (`run`, `agent`, `ask` …);
 * what it waits for by `needs`, `when` and by the `{{ step.output }}` in its texts.
 */
export interface Step extends StepDeed {
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
  readonly position?: { readonly x: number; readonly y: number };
  readonly enabled?: boolean;
  readonly inputs?: readonly FlowPort[];
  readonly outputs?: readonly FlowPort[];
  readonly priority?: number;
  readonly resources?: Readonly<Record<string, number>>;
  readonly timeout?: string | number;
  readonly estimate?: string | number;
  readonly retry?: number;
  readonly recovery?: Recovery;
  readonly needs?: readonly (string | Need)[];
  readonly when?: string;
}

export interface Need {
  readonly step: string;
  readonly when?: string;
  readonly label?: string;
  readonly dependency?: Dependency;
}

/** Exactly one of the first ten keys is there. */
interface StepDeed {
  readonly run?: string;
  readonly operator?: string;
  readonly agent?: Readonly<Record<string, Json>> & { readonly title: string; readonly description: string };
  readonly ask?: string;
  readonly repeat?: Repeat;
  readonly instrument?: string;
  readonly control?: ControlNode['control'];
  readonly parameter?: string;
  readonly result?: string;
  readonly allow_failure?: boolean;
  readonly with?: Readonly<Record<string, Json>>;
  readonly options?: readonly string[];
  readonly from?: string;
}

export interface Repeat {
  readonly times: number | string;
  readonly until?: string;
  readonly steps: readonly Step[];
}

const duration: Schema = {
  type: ['string', 'number'],
  pattern: '^\\d+(\\.\\d+)?\\s*(ms|s|m|h)$',
  must: 'be a time such as `30s`, `5m` or a number of milliseconds',
};
const need: Schema = {
  type: ['string', 'object'],
  properties: { step: filled, when: text, label: text, dependency },
  required: ['step'],
  additionalProperties: false,
  must: 'be the id of a step, or a map with `step`',
};
const common = {
  id: filled,
  ...looks,
  'timeout?': duration,
  'estimate?': duration,
  'retry?': positive,
  'recovery?': { $ref: 'recovery' },
  'needs?': listOf(need),
  'when?': text,
} as const;

const times: Schema = {
  type: ['integer', 'string'],
  pattern: '^\\{\\{\\s*[A-Za-z][\\w-]*\\s*\\}\\}$',
  must: 'be a whole number, or one parameter such as `{{ rounds }}`',
};
const source: Schema = {
  type: 'string',
  pattern: '^\\{\\{\\s*[A-Za-z][\\w-]*\\.[A-Za-z][\\w-]*\\s*\\}\\}$',
  must: 'be the output of a step, such as `{{ tests.ok }}`',
};

/** What a step may do, and the keys that go with it. */
const DEEDS: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  run: { run: filled, 'allow_failure?': flag },
  operator: { operator: filled, 'with?': mapOf(json) },
  agent: { agent: work },
  ask: { ask: filled, 'options?': listOf(filled) },
  repeat: { repeat: entry({ times, 'until?': text, steps: json }) },
  instrument: { instrument: filled, 'with?': mapOf(json) },
  control: { control: oneOf(...CONTROLS) },
  parameter: { parameter: filled },
  result: { result: filled, from: source },
};

const KINDS = Object.keys(DEEDS);
const CHECKERS: Readonly<Record<string, Checker>> = Object.fromEntries(
  Object.entries(DEEDS).map(([kind, keys]) => [kind, checkerOf(entry({ ...common, ...keys }))]),
);

/** Whether the list can be read as steps at all; whether they make sense together is asked later. */
export function checkSteps(value: unknown, at: FilePath): Finding[] {
  if (!Array.isArray(value)) {
    return [
      {
        path: at,
        sentence: `\`${showPath(at)}\` must be a list.`,
        nextStep: 'Begin each step with `- id:`.',
      },
    ];
  }
  return value.flatMap((step: unknown, place) => checkStep(step, [...at, place]));
}

function checkStep(step: unknown, path: FilePath): Finding[] {
  const shown = `\`${showPath(path)}\``;
  if (typeof step !== 'object' || step === null || Array.isArray(step))
    return [
      { path, sentence: `${shown} must be a map of keys and values.`, nextStep: 'Begin it with `- id:`.' },
    ];
  const kinds = KINDS.filter((kind) => kind in step);
  const [kind] = kinds;
  if (kind === undefined) {
    const guess = Object.keys(step).map((key) =>
      key in common || `${key}?` in common ? '' : didYouMean(key, KINDS),
    );
    const nextStep = `${guess.find((each) => each !== '') ?? ''}Give it one of ${KINDS.join(', ')}.`;
    return [{ path, sentence: `${shown} does not say what it does.`, nextStep }];
  }
  if (kinds.length > 1) {
    const sentence = `${shown} does more than one thing: ${kinds.join(', ')}.`;
    return [{ path, sentence, nextStep: 'Make a step of each.' }];
  }
  const found = CHECKERS[kind]?.(step, path) ?? [];
  const { repeat } = step as { repeat?: { steps?: unknown } };
  return found.length === 0 && repeat ? checkSteps(repeat.steps, [...path, 'repeat', 'steps']) : found;
}

/** Checked by the schema before. */
export const millisecondsOf = (value: string | number): number => readDuration(value) ?? 0;
