import type { FlowNode, NodeKind } from '@symphony/domain';
import type { FieldSpec } from './field-spec.ts';

/** What can be said about a node, by kind: the inspector is made of this table. */
const BY_KIND: Readonly<Record<NodeKind, readonly FieldSpec[]>> = {
  operator: [],
  instrument: [
    { path: ['instrument'], label: 'Instrument', kind: 'text', required: true, empty: '' },
    { path: ['config'], label: 'Settings', kind: 'json' },
  ],
  agent: [
    { path: ['work', 'title'], label: 'Title', kind: 'text', required: true, empty: '' },
    {
      path: ['work', 'description'],
      label: 'Task',
      kind: 'words',
      required: true,
      empty: '',
      hint: '`{{ step.output }}` stands for what a connected step gave.',
    },
    { path: ['work', 'player'], label: 'Player', kind: 'text', hint: 'As routed when left out.' },
    { path: ['work', 'labels'], label: 'Labels', kind: 'list', hint: 'One a line.' },
    { path: ['work', 'priority'], label: 'Priority of the item', kind: 'number', whole: true },
    {
      path: ['work', 'rehearsal'],
      label: 'In rehearsal',
      kind: 'json',
      hint: 'What a rehearsal player does.',
    },
  ],
  gate: [
    { path: ['question'], label: 'Question', kind: 'words', required: true, empty: '' },
    { path: ['options'], label: 'Answers', kind: 'list', hint: 'One a line; none: any answer.' },
  ],
  control: [
    {
      path: ['control'],
      label: 'Way',
      kind: 'choice',
      required: true,
      choices: ['branch', 'merge', 'parallel', 'join'],
    },
  ],
  loop: [
    {
      path: ['times'],
      label: 'At most',
      kind: 'number',
      required: true,
      whole: true,
      min: 1,
      hint: 'Rounds.',
    },
    { path: ['timesFrom'], label: 'Rounds from', kind: 'text', hint: 'A parameter that says how often.' },
    { path: ['until'], label: 'Until', kind: 'text', hint: 'Over its results, such as `ok == true`.' },
  ],
  input: [{ path: ['parameter'], label: 'Parameter', kind: 'text', required: true, empty: '' }],
  output: [{ path: ['result'], label: 'Result', kind: 'text', required: true, empty: '' }],
};

export const ABOUT: readonly FieldSpec[] = [
  { path: ['name'], label: 'Name', kind: 'text', hint: 'Shown in place of the id.' },
  { path: ['description'], label: 'Description', kind: 'words' },
];

/** What every node may have besides: of interest to few. */
export const PLAYING: readonly FieldSpec[] = [
  { path: ['timeoutMs'], label: 'Timeout (ms)', kind: 'number', min: 1 },
  { path: ['estimateMs'], label: 'Usually takes (ms)', kind: 'number', min: 0 },
  { path: ['priority'], label: 'Priority', kind: 'number', hint: 'Higher goes first.' },
  { path: ['resources'], label: 'Takes of the limits', kind: 'json', hint: 'Such as {"gpu": 1}.' },
  {
    path: ['recovery'],
    label: 'When it fails',
    kind: 'json',
    hint: 'Such as {"kind": "skip"}; it fails the run when left out.',
  },
];

export const fieldsOf = (node: FlowNode): readonly FieldSpec[] => BY_KIND[node.kind];
