import {
  type DataEdge,
  type Flow,
  type FlowEdge,
  type FlowNode,
  type FlowPort,
  type Json,
  outputsOf,
  placeholderNames,
} from '@symphony/domain';
import type { FilePath } from '../yaml/index.ts';
import { deedOf, frameOf } from './expand-node.ts';
import type { Need, Step } from './step.ts';

/**
 * Makes the flow that is played out of the steps people write. Every step becomes one node. Edges come
 * from `needs` (order), `when` (conditions) and the `{{ step.output }}` in texts (values). In the body
 * of a loop a text may speak of a step outside: the value then enters through an input of the loop.
 */
export interface Expansion {
  readonly flow: Flow;
  /** Which key of which step each edge comes from, relative to the list of steps. */
  readonly edgeOrigins: readonly FilePath[];
  readonly bodies: ReadonlyMap<number, Expansion>;
  /** `step.output` of steps outside that the texts here speak of. */
  readonly wanted: ReadonlySet<string>;
  /** Conditions of which nobody can say whose outputs they ask about, relative to the list of steps. */
  readonly unclear: readonly FilePath[];
}

/** `outside`: the ids of the steps around the loop this is the body of. */
export function expandSteps(steps: readonly Step[], outside: ReadonlySet<string> = new Set()): Expansion {
  const here = new Set(steps.map((step) => step.id));
  const wanted = new Set<string>();
  const bodies = new Map<number, Expansion>();
  const drafts = steps.map((step, at) => {
    const body = step.repeat ? expandSteps(step.repeat.steps, new Set([...outside, ...here])) : null;
    if (body) bodies.set(at, body);
    const names = new Set([...namesIn(step), ...(body?.wanted ?? [])]);
    const enters = [...names].filter((name) => isOf(name, outside) && !isOf(name, here));
    for (const name of enters) wanted.add(name);
    const node = withoutOutside(
      { ...frameOf(step), ...deedOf(step, body?.flow ?? null) } as FlowNode,
      enters,
    );
    return { step, at, node, sources: [...names].filter((name) => isOf(name, here)) };
  });
  const nodes = new Map(drafts.map(({ node }) => [node.id, node]));
  const linked = drafts.map((draft) => link(draft, nodes, here));
  return {
    flow: {
      nodes: linked.map(({ node }) => node),
      edges: linked.flatMap(({ edges }) => edges.map((each) => each.edge)),
    },
    edgeOrigins: linked.flatMap(({ edges }) => edges.map((each) => each.origin)),
    bodies,
    wanted,
    unclear: [
      ...linked.flatMap((each) => each.unclear),
      ...[...bodies].flatMap(([at, body]) => body.unclear.map((path) => [at, 'repeat', 'steps', ...path])),
    ],
  };
}

const isOf = (name: string, ids: ReadonlySet<string>): boolean =>
  name.includes('.') && ids.has(name.slice(0, name.indexOf('.')));

/** The port a value of another step enters by. */
const portFor = (name: string): string => name.replace('.', '_');

/** Every name in the step's own texts; those of a loop's body are found there. */
function namesIn({ repeat: _, ...step }: Step): Set<string> {
  const names = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value === 'string') for (const name of placeholderNames(value)) names.add(name);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look);
  };
  look(step.run ?? step.ask ?? step.with ?? step.agent ?? step.from);
  look(step.options);
  return names;
}

/** In a body `{{ step.output }}` of a step outside is read from the loop's input `step_output`. */
function withoutOutside(node: FlowNode, names: readonly string[]): FlowNode {
  if (names.length === 0 || node.kind === 'loop') return node;
  const rewrite = (value: Json): Json => {
    if (typeof value === 'string')
      return names.reduce(
        (text, name) =>
          text.replace(
            new RegExp(`\\{\\{\\s*${name.replace('.', '\\.')}\\s*\\}\\}`, 'g'),
            `{{ ${portFor(name)} }}`,
          ),
        value,
      );
    if (Array.isArray(value)) return value.map(rewrite);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rewrite(each)]));
  };
  return rewrite(node as unknown as Json) as unknown as FlowNode;
}

interface Draft {
  readonly step: Step;
  readonly at: number;
  readonly node: FlowNode;
  /** `step.output` of steps beside it. */
  readonly sources: readonly string[];
}

interface Linked {
  readonly node: FlowNode;
  readonly edges: readonly { readonly edge: FlowEdge; readonly origin: FilePath }[];
  readonly unclear: readonly FilePath[];
}

function link(
  { step, at, node, sources }: Draft,
  nodes: ReadonlyMap<string, FlowNode>,
  here: ReadonlySet<string>,
): Linked {
  const needs = (step.needs ?? []).map((each): Need => (typeof each === 'string' ? { step: each } : each));
  const data = sources.map((name) => dataEdge(node, name, needs));
  const fed = new Set(data.map((edge) => edge.from));
  const asked = step.when === undefined ? null : askedStep(step.when, needs, fed, here);
  const edges: { edge: FlowEdge; origin: FilePath }[] = data.map((edge) => ({ edge, origin: [at] }));
  needs.forEach((need, place) => {
    const condition = need.when ?? (need.step === asked ? step.when : undefined);
    const origin = condition !== undefined && need.when === undefined ? [at, 'when'] : [at, 'needs', place];
    const ends = { from: need.step, to: step.id };
    const label = need.label === undefined ? {} : { label: need.label };
    if (condition !== undefined)
      edges.push({ edge: { kind: 'conditional', ...ends, condition, ...label }, origin });
    else if (!fed.has(need.step)) {
      const kind = need.dependency === undefined ? {} : { dependency: need.dependency };
      edges.push({ edge: { kind: 'control', ...ends, ...kind }, origin });
    }
  });
  if (step.when !== undefined && asked !== null && !needs.some((need) => need.step === asked)) {
    const edge = { kind: 'conditional', from: asked, to: step.id, condition: step.when } as const;
    edges.push({ edge, origin: [at, 'when'] });
  }
  const ports = node.kind === 'output' ? [] : data.map((edge) => portOf(edge, nodes));
  const inputs = [...(node.inputs ?? []), ...ports];
  return {
    node: inputs.length === 0 ? node : { ...node, inputs },
    edges,
    unclear: step.when !== undefined && asked === null ? [[at, 'when']] : [],
  };
}

function dataEdge(node: FlowNode, name: string, needs: readonly Need[]): DataEdge {
  const [from = '', fromPort = ''] = name.split('.');
  const dependency = needs.find((need) => need.step === from)?.dependency;
  return {
    kind: 'data',
    from,
    fromPort,
    to: node.id,
    toPort: node.kind === 'output' ? 'value' : portFor(name),
    ...(dependency === undefined ? {} : { dependency }),
  };
}

function portOf(edge: DataEdge, nodes: ReadonlyMap<string, FlowNode>): FlowPort {
  const source = nodes.get(edge.from);
  const type = (source && outputsOf(source)?.get(edge.fromPort)?.type) ?? 'any';
  const port = { name: edge.toPort, type };
  return (edge.dependency ?? 'hard') === 'hard' ? port : { ...port, required: false, default: null };
}

/** The step whose outputs a `when` asks about: the one it names (`tests.ok`), else the only one it waits for. */
function askedStep(
  when: string,
  needs: readonly Need[],
  fed: ReadonlySet<string>,
  here: ReadonlySet<string>,
): string | null {
  const spoken = when.replace(/'[^']*'|"[^"]*"/g, '');
  const named = [...spoken.matchAll(/([A-Za-z][\w-]*)\s*\./g)].map((match) => match[1] ?? '');
  const before = [...new Set([...needs.map((need) => need.step), ...fed])];
  return named.find((word) => here.has(word)) ?? only(needs.map((need) => need.step)) ?? only(before);
}

const only = (names: readonly string[]): string | null => (names.length === 1 ? (names[0] ?? null) : null);
