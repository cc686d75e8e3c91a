import { checkMelody, type Flow, type Melody, type Parameter } from '@symphony/domain';
import { stringify } from 'yaml';
import type { FilePath } from '../yaml/index.ts';
import { type Expansion, expandSteps } from './expand.ts';
import { badExpressions, type ExpressionCheck } from './expressions.ts';
import { withFlow, withSteps } from './file-schema.ts';
import { locate } from './locate.ts';
import { SCHEMA_VERSION } from './migrate.ts';
import type { FileProblem } from './problem.ts';
import type { Reading } from './reading.ts';
import { checkerOf } from './schema-check.ts';
import { readSource } from './source.ts';
import { checkSteps, millisecondsOf, type Step } from './step.ts';
import { openEnvelope } from './wire.ts';

/** A melody as people write it: `steps`, or the whole `flow` as it is exported. */

interface MelodyFile {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly version?: string;
  readonly author?: string;
  readonly tags?: readonly string[];
  readonly parameters?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly triggers?: Melody['triggers'];
  readonly limits?: {
    parallel?: number;
    timeout?: string | number | null;
    runs?: number;
    usd?: number | null;
  };
  readonly permissions?: Partial<Melody['permissions']>;
  readonly on_error?: Melody['onError'];
  readonly steps?: readonly Step[];
  readonly flow?: Flow;
}

const checkWithSteps = checkerOf(withSteps);
const checkWithFlow = checkerOf(withFlow);

export function readYaml(text: string, file: string, expressions: ExpressionCheck): Reading {
  const source = readSource(text);
  if (!source.ok) return { ok: false, problems: source.faults.map((fault) => ({ file, ...fault })) };
  const { data, lineNear } = source;
  const version = data.schema_version ?? SCHEMA_VERSION;
  if (version !== SCHEMA_VERSION) {
    const { schema_version: _, ...melody } = data;
    return openEnvelope({ schema_version: version as number, melody }, file, [], lineNear, expressions);
  }
  const told = (path: FilePath, sentence: string, nextStep: string): FileProblem => ({
    file,
    line: lineNear(path) ?? 1,
    sentence,
    nextStep,
  });
  const inFlow = 'flow' in data && !('steps' in data);
  const shape = [
    ...(inFlow ? checkWithFlow : checkWithSteps)(data, []),
    ...(inFlow || data.steps === undefined ? [] : checkSteps(data.steps, ['steps'])),
  ];
  if (shape.length > 0)
    return { ok: false, problems: shape.map((each) => told(each.path, each.sentence, each.nextStep)) };

  const given = data as unknown as MelodyFile;
  const expansion = given.steps ? expandSteps(given.steps) : null;
  if (expansion && expansion.unclear.length > 0) {
    const sentence = 'It is not clear which step this condition asks about.';
    const nextStep = 'Name the step (`tests.ok == false`), or wait for one step only.';
    return {
      ok: false,
      problems: expansion.unclear.map((path) => told(['steps', ...path], sentence, nextStep)),
    };
  }
  const melody = melodyOf(given, expansion);
  const wrong = [...checkMelody(melody), ...badExpressions(melody, expressions)];
  const problems = wrong.map(({ where, sentence, nextStep }) =>
    told(locate(where, melody, expansion), sentence, nextStep),
  );
  return problems.length > 0 ? { ok: false, problems } : { ok: true, melody };
}

function melodyOf(given: MelodyFile, expansion: Expansion | null): Melody {
  const { limits = {}, permissions = {} } = given;
  const timeoutMs =
    limits.timeout === undefined || limits.timeout === null ? null : millisecondsOf(limits.timeout);
  return {
    name: given.name,
    title: given.title,
    description: given.description ?? '',
    version: given.version ?? '1.0.0',
    ...(given.author === undefined ? {} : { author: given.author }),
    tags: given.tags ?? [],
    parameters: Object.entries(given.parameters ?? {}).map(
      ([name, parameter]) => respelled({ name, ...parameter }, TO_MODEL) as unknown as Parameter,
    ),
    triggers: given.triggers ?? [],
    limits: { parallel: limits.parallel ?? 4, timeoutMs, runs: limits.runs ?? 1, usd: limits.usd ?? null },
    permissions: { commands: permissions.commands ?? true, agents: permissions.agents ?? true },
    onError: given.on_error ?? 'halt',
    flow: expansion?.flow ?? given.flow ?? { nodes: [], edges: [] },
  };
}

const TO_MODEL: Readonly<Record<string, string>> = { min_length: 'minLength', max_length: 'maxLength' };
const TO_FILE: Readonly<Record<string, string>> = { minLength: 'min_length', maxLength: 'max_length' };

const respelled = (value: object, names: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([key, each]) => [names[key] ?? key, each]));

/** The whole flow, as `readYaml` reads it back. Steps people wrote are not made anew: their file is theirs. */
export function writeYaml(melody: Melody): string {
  const {
    name,
    title,
    description,
    version,
    author,
    tags,
    parameters,
    triggers,
    limits,
    permissions,
    onError,
    flow,
  } = melody;
  const { parallel, timeoutMs, runs, usd } = limits;
  const file = {
    schema_version: SCHEMA_VERSION,
    name,
    title,
    description,
    version,
    ...(author === undefined ? {} : { author }),
    tags,
    parameters: Object.fromEntries(
      parameters.map(({ name: key, ...parameter }) => [key, respelled(parameter, TO_FILE)]),
    ),
    triggers,
    limits: { parallel, timeout: timeoutMs, runs, usd },
    permissions,
    on_error: onError,
    flow,
  };
  return stringify(file, { lineWidth: 0, aliasDuplicateObjects: false });
}
