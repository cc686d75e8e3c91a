import type { Flow, FlowNode } from '../flow/flow.ts';
import { inputsOf } from '../flow/port.ts';
import type { FlowPath } from '../flow/problem.ts';
import type { Melody, Parameter } from './melody.ts';
import { isPlaceholderName, placeholderNames } from './placeholder.ts';
import type { MelodyProblem } from './problem.ts';
import { ROUND_NAMES, SURROUNDING_NAMES } from './scope.ts';
import { type NodeText, REHEARSAL_NAMES, textsOf } from './text.ts';

interface Place {
  readonly melody: Melody;
  readonly flow: Flow;
  readonly path: FlowPath;
  /** Names that are known in the whole flow. */
  readonly around: ReadonlySet<string>;
  /** `tests.output` for every data edge into a node. */
  readonly sources: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Nodes that speak of what they cannot know, in every loop too; and nodes the melody forbids itself. */
export function checkTexts(melody: Melody): MelodyProblem[] {
  const names = [...melody.parameters.map((each) => each.name), ...SURROUNDING_NAMES];
  return checkFlowTexts(melody, melody.flow, ['flow'], new Set(names));
}

function checkFlowTexts(
  melody: Melody,
  flow: Flow,
  path: FlowPath,
  around: ReadonlySet<string>,
): MelodyProblem[] {
  const place: Place = { melody, flow, path, around, sources: sourcesOf(flow) };
  return flow.nodes.flatMap((node, at) => {
    const where = [...path, 'nodes', at];
    const inner =
      node.kind === 'loop' ? new Set([...around, ...inputsOf(node).keys(), ...ROUND_NAMES]) : null;
    return [
      ...takenName(node, where, place),
      ...forbidden(node, where, melody),
      ...unknownParameter(node, where, place),
      ...textsOf(node).flatMap((text) => unknownNames(node, text, where, place)),
      ...(node.kind === 'loop' && inner ? checkFlowTexts(melody, node.body, [...where, 'body'], inner) : []),
    ];
  });
}

function sourcesOf(flow: Flow): ReadonlyMap<string, ReadonlySet<string>> {
  const sources = new Map<string, Set<string>>();
  for (const edge of flow.edges) {
    if (edge.kind !== 'data') continue;
    const names = sources.get(edge.to) ?? new Set();
    sources.set(edge.to, names.add(`${edge.from}.${edge.fromPort}`));
  }
  return sources;
}

/** `{{ report }}` must not mean the parameter here and the step there. */
function takenName({ id }: FlowNode, where: FlowPath, { around }: Place): MelodyProblem[] {
  if (!around.has(id)) return [];
  const sentence = `\`${id}\` is the id of a step and the name of a value that is known everywhere.`;
  return [{ kind: 'placeholder', where: [...where, 'id'], sentence, nextStep: 'Give the step another id.' }];
}

function forbidden(node: FlowNode, where: FlowPath, { permissions }: Melody): MelodyProblem[] {
  const refuse = (what: string, key: string): MelodyProblem[] => [
    {
      kind: 'permission',
      where,
      sentence: `\`${node.id}\` ${what}, which this melody may not.`,
      nextStep: `Set \`permissions.${key}\` to true, or take the step out.`,
    },
  ];
  if (node.kind === 'agent' && !permissions.agents) return refuse('gives work to an agent', 'agents');
  if (node.kind === 'operator' && node.operator === 'command' && !permissions.commands)
    return refuse('runs a command', 'commands');
  return [];
}

function unknownParameter(node: FlowNode, where: FlowPath, { melody, around }: Place): MelodyProblem[] {
  const complain = (key: string, sentence: string, nextStep: string): MelodyProblem[] => [
    { kind: 'placeholder', where: [...where, key], sentence, nextStep },
  ];
  if (node.kind === 'input' && !around.has(node.parameter)) {
    const sentence = `\`${node.id}\` carries the parameter \`${node.parameter}\`, which is not there.`;
    return complain('parameter', sentence, 'Add it to `parameters`, or name another one.');
  }
  if (node.kind !== 'loop' || node.timesFrom === undefined) return [];
  const parameter = melody.parameters.find((each) => each.name === node.timesFrom);
  if (parameter?.type === 'number') return [];
  const sentence = `The loop \`${node.id}\` takes its bound from \`${node.timesFrom}\`, which is not a parameter of type number.`;
  return complain('timesFrom', sentence, 'Name a parameter that is a number.');
}

function unknownNames(node: FlowNode, { path, text }: NodeText, at: FlowPath, place: Place): MelodyProblem[] {
  const where = [...at, ...path];
  const rehearsed = path[0] === 'work' && path[1] === 'rehearsal';
  const isCommand = node.kind === 'operator' && node.operator === 'command' && path.at(-1) === 'run';
  return placeholderNames(text).flatMap((name) => {
    const said = describe(name, node, place, rehearsed) ?? (isCommand ? unsafe(name, node, place) : null);
    return said ? [{ kind: 'placeholder' as const, where, ...said }] : [];
  });
}

type Words = Pick<MelodyProblem, 'sentence' | 'nextStep'>;

function describe(name: string, node: FlowNode, place: Place, rehearsed: boolean): Words | null {
  if (!isPlaceholderName(name)) {
    return {
      sentence: `\`{{ ${name} }}\` in \`${node.id}\` is not a name.`,
      nextStep: 'Write `{{ parameter }}` or `{{ node.output }}`.',
    };
  }
  if (rehearsed && REHEARSAL_NAMES.includes(name)) return null;
  if (place.around.has(name) || inputsOf(node).has(name) || place.sources.get(node.id)?.has(name))
    return null;
  const [first = ''] = name.split('.');
  const known = name.includes('.') && place.flow.nodes.some((each) => each.id === first);
  return {
    sentence: `\`{{ ${name} }}\` in \`${node.id}\` stands for nothing.`,
    nextStep: known
      ? `Connect \`${name}\` to an input of \`${node.id}\`.`
      : `There ${listed([...place.around].filter((each) => !ROUND_NAMES.includes(each)))}.`,
  };
}

const listed = (names: readonly string[]): string =>
  `${names.length === 1 ? 'is' : 'are'} ${names.map((name) => `\`{{ ${name} }}\``).join(', ')}`;

/**
 * A shell reads what it is given. What a step printed, or what came from outside through a trigger,
 * would be read as a command too.
 */
function unsafe(name: string, node: FlowNode, { melody, around }: Place): Words | null {
  if (!around.has(name)) {
    return {
      sentence: `\`{{ ${name} }}\` in the command of \`${node.id}\` is the output of a step: a shell would run what it says.`,
      nextStep: 'Use parameters only in commands; let the command read what it needs from a file.',
    };
  }
  const parameter = melody.parameters.find((each) => each.name === name);
  if (!parameter || isTame(parameter) || !comesFromOutside(melody, name)) return null;
  return {
    sentence: `\`{{ ${name} }}\` in the command of \`${node.id}\` is filled by a trigger: a shell would run what comes from outside.`,
    nextStep: `Give the parameter \`${name}\` a \`pattern\` that allows harmless text only.`,
  };
}

const isTame = (parameter: Parameter): boolean =>
  ['number', 'boolean', 'choice'].includes(parameter.type) ||
  (parameter.type === 'text' && parameter.pattern !== undefined);

const comesFromOutside = ({ triggers }: Melody, name: string): boolean =>
  triggers.some(({ parameters }) => {
    const value = parameters?.[name];
    return typeof value === 'string' && placeholderNames(value).length > 0;
  });
