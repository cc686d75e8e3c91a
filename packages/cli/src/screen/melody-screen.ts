import {
  type Flow,
  type FlowEdge,
  type FlowNode,
  flowGraph,
  isRequired,
  levels,
  type Parameter,
  type Values,
} from '@symphony/domain';
import { duration } from '@symphony/protocol/words';
import type { MelodyEntry } from '../melody-door.ts';
import { type Cell, type Column, table, wrap } from './columns.ts';
import type { Frame } from './frame.ts';
import { harmless, oneLine } from './harmless.ts';

const LIST: readonly Column[] = [{ max: 28 }, { max: 'rest' }, { max: 24 }];

export function melodyListLines(entries: readonly MelodyEntry[], { columns, paint }: Frame): string[] {
  const rows = harmless(entries.map(({ melody, origin, replaces }) => ({ melody, origin, replaces }))).map(
    ({ melody, origin, replaces }): Cell[] => [
      { text: melody.name, style: 'strong' },
      { text: melody.title },
      { text: originWords(origin, replaces), style: origin === 'built-in' ? 'dim' : 'accent' },
    ],
  );
  return table(rows, LIST, columns, paint);
}

/** Lines that were broken to fit a file are one paragraph here. */
const paragraphs = (text: string): string => text.trim().replace(/([^\n])\n(?!\n)/g, '$1 ');

const originWords = (origin: MelodyEntry['origin'], replaces: boolean): string =>
  origin === 'built-in' ? 'built-in' : replaces ? 'instead of the built-in' : 'this repository';

/** One melody: what it takes, and its steps by level: those of one level may be played at once. */
export function melodyLines(entry: MelodyEntry, frame: Frame, values: Values = {}): string[] {
  const { melody } = harmless({ melody: entry.melody });
  const { columns, paint } = frame;
  const heading = (text: string): string[] => ['', paint('strong', text)];
  const { limits } = melody;
  const bounds = [
    limits.timeoutMs === null ? 'no time limit' : `at most ${duration(limits.timeoutMs)}`,
    `${limits.parallel} at once`,
    ...(limits.usd === null ? [] : [`at most $${limits.usd}`]),
    melody.onError === 'halt' ? 'stops at the first failure' : 'goes on after a failure',
  ];
  return [
    `${paint('strong', melody.name)}  ${oneLine(melody.title)}`,
    paint(
      'dim',
      oneLine(`${entry.file} · ${originWords(entry.origin, entry.replaces)} · version ${melody.version}`),
    ),
    ...(melody.description === '' ? [] : ['', ...wrap(paragraphs(melody.description), columns)]),
    ...(melody.parameters.length === 0
      ? []
      : [...heading('Parameters'), ...parameterLines(melody.parameters, values, frame)]),
    ...(melody.triggers.length === 0
      ? []
      : [...heading('Starts by itself'), ...melody.triggers.map((each) => `  ${triggerWords(each)}`)]),
    ...heading('Steps'),
    ...table(stepRows(melody.flow, 0), [{ max: 30 }, { max: 'rest' }, { max: 36 }], columns, paint),
    '',
    paint('dim', bounds.join(' · ')),
  ];
}

function parameterLines(
  parameters: readonly Parameter[],
  values: Values,
  { columns, paint }: Frame,
): string[] {
  const rows = parameters.map((parameter): Cell[] => [
    { text: parameter.name, style: 'strong' },
    { text: valueWords(parameter, values), style: 'accent' },
    { text: oneLine(parameter.description ?? ''), style: 'dim' },
  ]);
  return table(rows, [{ max: 24 }, { max: 34 }, { max: 'rest' }], columns - 2, paint).map(
    (line) => `  ${line}`,
  );
}

function valueWords(parameter: Parameter, values: Values): string {
  const given = values[parameter.name];
  if (given !== undefined && given !== null)
    return `= ${typeof given === 'string' ? given : JSON.stringify(given)}`;
  const type = parameter.type === 'choice' ? parameter.options.join(' | ') : parameter.type;
  if (parameter.default !== undefined) {
    const text =
      typeof parameter.default === 'string' ? parameter.default : JSON.stringify(parameter.default);
    return `${type}, else ${text}`;
  }
  return `${type}${isRequired(parameter) ? ', required' : ''}`;
}

function triggerWords(trigger: MelodyEntry['melody']['triggers'][number]): string {
  const { on, parameters: _, ...rest } = trigger;
  const conditions = Object.entries(rest).map(
    ([key, value]) => `${key} ${Array.isArray(value) ? value.join(', ') : value}`,
  );
  return oneLine(`${on}: ${conditions.join(', ')}`);
}

/** Sets the steps of a loop in; blanks would be eaten by the table. */
const INDENT = '· ';

function stepRows(flow: Flow, depth: number): Cell[][] {
  const nodes = new Map(flow.nodes.map((node) => [node.id, node]));
  const into = new Map<string, FlowEdge[]>();
  for (const edge of flow.edges) into.set(edge.to, [...(into.get(edge.to) ?? []), edge]);
  return levels(flowGraph(flow)).flatMap((level, at) =>
    level.flatMap((id) => {
      const node = nodes.get(id);
      if (!node) return [];
      const row: Cell[] = [
        { text: `${INDENT.repeat(depth)}${at + 1} ${id}`, style: 'strong' },
        { text: deedWords(node) },
        { text: waitWords(into.get(id) ?? []), style: 'dim' },
      ];
      return [row, ...(node.kind === 'loop' ? stepRows(node.body, depth + 1) : [])];
    }),
  );
}

function deedWords(node: FlowNode): string {
  const { config } = node as { config?: Record<string, unknown> };
  switch (node.kind) {
    case 'operator':
      return node.operator === 'command' ? `run ${oneLine(String(config?.run ?? ''))}` : node.operator;
    case 'instrument':
      return `ask the model ${node.instrument}`;
    case 'agent':
      return `agent: ${oneLine(node.work.title)}`;
    case 'gate':
      return `you: ${oneLine(node.question)}`;
    case 'control':
      return node.control;
    case 'loop':
      return `up to ${node.timesFrom ? `{{ ${node.timesFrom} }}` : node.times} rounds${node.until ? `, until ${node.until}` : ''}`;
    case 'input':
      return `parameter ${node.parameter}`;
    case 'output':
      return `result ${node.result}`;
  }
}

/** `after tests if ok == false, plan`. */
function waitWords(edges: readonly FlowEdge[]): string {
  const sources = [...new Set(edges.map((edge) => edge.from))].map((from) => {
    const condition = edges.flatMap((edge) =>
      edge.from === from && edge.kind === 'conditional' ? [edge.condition] : [],
    );
    return condition.length === 0 ? from : `${from} if ${condition.join(' and ')}`;
  });
  return sources.length === 0 ? '' : oneLine(`after ${sources.join(', ')}`);
}
