import type { FlowNode, Melody } from '@symphony/domain';
import type { Point } from '../../../graph/graph.ts';

/** What can be put on the canvas, as the palette lists it. */
export interface Palette {
  readonly heading: string;
  readonly entries: readonly PaletteEntry[];
}

export interface PaletteEntry {
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  readonly kind: FlowNode['kind'];
  /** The id it asks for; another one is found when that is taken. */
  readonly base: string;
  readonly make: Made;
}

/** A node without what every node has. */
type Made = FlowNode extends infer Each
  ? Each extends FlowNode
    ? Omit<Each, 'id' | 'position'>
    : never
  : never;

export const nodeFrom = ({ make }: PaletteEntry, id: string, { x, y }: Point): FlowNode =>
  ({ id, ...make, position: { x: Math.round(x), y: Math.round(y) } }) as FlowNode;

const entry = (label: string, hint: string, base: string, make: Made): PaletteEntry => ({
  key: base,
  label,
  hint,
  kind: make.kind,
  base,
  make,
});

const STEPS: readonly PaletteEntry[] = [
  entry('Agent', 'A work item, played by an agent and merged', 'agent', {
    kind: 'agent',
    work: { title: '', description: '' },
  }),
  entry('Gate', 'Waits for a person', 'gate', { kind: 'gate', question: '' }),
  entry('Loop', 'Plays what is inside it again and again', 'loop', {
    kind: 'loop',
    times: 3,
    body: { nodes: [], edges: [] },
  }),
];

const WAYS: readonly PaletteEntry[] = [
  entry('Branch', 'Its conditions choose among ways', 'branch', { kind: 'control', control: 'branch' }),
  entry('Merge', 'Goes on with the first way that arrives', 'merge', { kind: 'control', control: 'merge' }),
  entry('Parallel', 'Several ways at once', 'parallel', { kind: 'control', control: 'parallel' }),
  entry('Join', 'Waits for all ways that were taken', 'join', { kind: 'control', control: 'join' }),
];

const ENDS: readonly PaletteEntry[] = [
  entry('Input', 'A parameter of the melody', 'input', { kind: 'input', parameter: '' }),
  entry('Output', 'A result of the whole', 'output', { kind: 'output', result: 'result' }),
];

export const paletteOf = (
  operators: readonly { readonly name: string; readonly description: string }[],
): readonly Palette[] => [
  { heading: 'Steps', entries: STEPS },
  {
    heading: 'Operators',
    entries: operators.map(({ name, description }) =>
      entry(name, description, name, { kind: 'operator', operator: name }),
    ),
  },
  { heading: 'Ways', entries: WAYS },
  { heading: 'Ends', entries: ENDS },
];

export const blankMelody = (name: string, title: string): Melody => ({
  name,
  title,
  description: '',
  version: '1.0.0',
  tags: [],
  parameters: [],
  triggers: [],
  limits: { parallel: 4, timeoutMs: null, runs: 1, usd: null },
  permissions: { commands: true, agents: true },
  onError: 'halt',
  flow: { nodes: [], edges: [] },
});
