import type { ExecutionStep, Json } from '@symphony/domain';
import { jsonInText } from './json-in-text.ts';

/** What a model wrote as a plan, read with patience and judged elsewhere. */
export interface PlanAnswer {
  readonly steps: readonly ExecutionStep[];
  readonly reasoning: string;
  /** Of a replan: steps it says nothing can be done about. */
  readonly dropped: readonly number[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Accepts a list of steps, `{plan: […]}`, `{steps: […]}`, or the first list there is; else numbered lines. Null: there
 * is no plan in it. A step without a tool keeps the empty name: it is refused later, because a plan in which nothing
 * is done would succeed. Unnumbered steps are numbered from `first` on.
 */
export function readAnswer(text: string, tools: readonly string[], first = 1): PlanAnswer | null {
  const json = jsonInText(text);
  const list = json === undefined ? null : listIn(json);
  if (!list) return fromLines(text, tools, first);
  const fields = isFields(json) ? json : {};
  const inner = isFields(fields.plan) ? fields.plan : fields;
  return {
    steps: list.filter(isFields).map((each, at) => stepOf(each, first + at)),
    reasoning: textOf(inner.reasoning ?? fields.reasoning),
    dropped: numbersOf(inner.dropped ?? fields.dropped),
  };
}

function listIn(json: unknown): readonly unknown[] | null {
  if (Array.isArray(json)) return json;
  if (!isFields(json)) return null;
  for (const each of [json.plan, json.steps, ...Object.values(json)]) {
    const list = isFields(each) ? each.steps : each;
    if (Array.isArray(list)) return list;
  }
  return null;
}

function stepOf(fields: Fields, at: number): ExecutionStep {
  const given = (...names: readonly string[]): unknown =>
    names.map((name) => fields[name]).find((value) => value !== undefined && value !== null);
  const when = textOf(given('when', 'condition'));
  const replaces = numbersOf(given('replaces'));
  const toolName = toolOf(given('tool', 'toolName', 'tool_name'), given('useTool', 'use_tool'));
  return {
    stepNumber: numberOf(given('step', 'stepNumber', 'step_number', 'number')) ?? at,
    toolName,
    description: textOf(given('description', 'title')) || (toolName === '' ? '' : `Use ${toolName}.`),
    parameters: parametersOf(given('parameters', 'params', 'input', 'arguments', 'args')),
    dependsOn: numbersOf(given('dependsOn', 'depends_on', 'dependencies')),
    ...(when === '' ? {} : { when }),
    ...(replaces.length > 0 ? { replaces } : {}),
    status: 'pending',
  };
}

const toolOf = (name: unknown, useTool: unknown): string => {
  if (useTool === false) return 'none';
  const text = textOf(name);
  return text === 'TBD' ? '' : text;
};

/** Some models write an object as a text within the JSON. */
function parametersOf(given: unknown): Readonly<Record<string, Json>> {
  const value = typeof given === 'string' ? jsonInText(given) : given;
  return isFields(value) ? (value as Readonly<Record<string, Json>>) : {};
}

/** `1. weather.get: ask for the weather` */
function fromLines(text: string, tools: readonly string[], first: number): PlanAnswer | null {
  const lines = text.split('\n').filter((line) => /^\s*\d+\./.test(line));
  if (lines.length === 0) return null;
  const steps = lines.map((line, at): ExecutionStep => {
    const description = line.replace(/^\s*\d+\.\s*/, '').trim();
    const words = new Set(description.split(/[^\w.-]+/).map((word) => word.replace(/\.$/, '')));
    const toolName = tools.find((name) => words.has(name)) ?? '';
    const stepNumber = first + at;
    return {
      stepNumber,
      toolName,
      description,
      parameters: {},
      dependsOn: at === 0 ? [] : [stepNumber - 1],
      status: 'pending',
    };
  });
  return { steps, reasoning: '', dropped: [] };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

const numbersOf = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).flatMap(
    (each: unknown) => numberOf(isFields(each) ? each.step : each) ?? [],
  );
