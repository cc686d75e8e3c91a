import type { FieldSpec } from './field-spec.ts';

/** What can be said about a melody besides what is drawn; parameters have a form of their own. */
export const MELODY_FIELDS: readonly FieldSpec[] = [
  { path: ['title'], label: 'Title', kind: 'text', required: true, empty: '' },
  {
    path: ['name'],
    label: 'Name',
    kind: 'text',
    required: true,
    empty: '',
    hint: 'What people type: lower case letters, digits and `-`.',
  },
  { path: ['description'], label: 'Description', kind: 'words', empty: '' },
  { path: ['version'], label: 'Version', kind: 'text', required: true, empty: '' },
  { path: ['author'], label: 'Author', kind: 'text' },
  { path: ['tags'], label: 'Tags', kind: 'list', empty: [], hint: 'One a line.' },
];

export const LIMIT_FIELDS: readonly FieldSpec[] = [
  {
    path: ['limits', 'parallel'],
    label: 'Nodes at once',
    kind: 'number',
    required: true,
    whole: true,
    min: 1,
  },
  { path: ['limits', 'runs'], label: 'Runs at once', kind: 'number', required: true, whole: true, min: 1 },
  {
    path: ['limits', 'timeoutMs'],
    label: 'Timeout (ms)',
    kind: 'number',
    min: 1,
    empty: null,
    hint: 'None when empty.',
  },
  {
    path: ['limits', 'usd'],
    label: 'Spend at most ($)',
    kind: 'number',
    empty: null,
    hint: 'No limit when empty.',
  },
  { path: ['permissions', 'commands'], label: 'May run commands', kind: 'flag' },
  { path: ['permissions', 'agents'], label: 'May give work to agents', kind: 'flag' },
  {
    path: ['onError'],
    label: 'When a node fails',
    kind: 'choice',
    required: true,
    choices: ['halt', 'continue'],
  },
];

export const TRIGGER_FIELD: FieldSpec = {
  path: ['triggers'],
  label: 'Triggers',
  kind: 'json',
  empty: [],
  hint: 'Such as [{"on": "schedule", "cron": "0 6 * * 1"}].',
};

export const PARAMETER_FIELDS: readonly FieldSpec[] = [
  { path: ['name'], label: 'Name', kind: 'text', required: true, empty: '' },
  {
    path: ['type'],
    label: 'Type',
    kind: 'choice',
    required: true,
    choices: ['text', 'number', 'boolean', 'choice', 'list', 'json'],
  },
  { path: ['description'], label: 'Description', kind: 'text' },
  { path: ['default'], label: 'Default', kind: 'any', hint: 'Required when it has none.' },
];
