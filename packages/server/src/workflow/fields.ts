import { join } from 'node:path';
import { fault, type WorkflowFault } from './fault.ts';
import { inRange, NUMBER_FIELDS, readWhole } from './number-field.ts';
import { type PathGround, readPath } from './path-value.ts';
import { isMap, leavesOf, type PlacedValue } from './placed-value.ts';
import { readTracker } from './tracker-fields.ts';

/**
 * The one mapping from the front matter of the public service specification to the configuration
 * (C22). Pure. Keys nobody knows are left alone (svc-W4); what the specification has no word for can
 * be said in our own words below `symphony:`.
 */

interface FieldReading {
  readonly values: readonly PlacedValue[];
  readonly faults: readonly WorkflowFault[];
}

type Front = Readonly<Record<string, unknown>>;

const SECTIONS = ['tracker', 'polling', 'workspace', 'hooks', 'agent', 'codex', 'server', 'symphony'];
const HOOKS = ['after_create', 'before_run', 'after_run', 'before_remove'] as const;
const COMMAND = 'codex app-server';

export function readFields(front: Front, ground: PathGround): FieldReading {
  const faults: WorkflowFault[] = [];
  const refuse = (path: readonly string[], sentence: string): void => {
    faults.push(fault('invalid_workflow_config', path, `\`${path.join('.')}\` ${sentence}`));
  };
  for (const name of SECTIONS) {
    const value = front[name];
    if (value !== undefined && value !== null && !isMap(value))
      refuse([name], 'must be a map of keys and values.');
  }
  const section = (name: string): Front => (isMap(front[name]) ? front[name] : {});
  const tracker = readTracker(section('tracker'), ground.env);
  const values = [
    ...POSTURE,
    ...tracker.values,
    ...numbers(section, refuse),
    ...slotsByState(section('agent').max_concurrent_agents_by_state),
    ...workspace(section, ground, refuse),
    ...hooks(section('hooks'), refuse),
    ...codex(section('codex'), tracker.secrets, refuse),
    ...server(section('server'), refuse),
    ...strictness(front.strict, refuse),
    ...(isMap(front.symphony) ? leavesOf(front.symphony, ['symphony'], []) : []),
  ].filter(({ to }) => to.length > 0);
  return { values, faults: [...tracker.faults, ...faults] };
}

type Refuse = (path: readonly string[], sentence: string) => void;

/** Codex confines itself as the file says; names of workspaces are those of the specification (svc-D5). */
const POSTURE: readonly PlacedValue[] = [
  { to: ['sandbox', 'profile'], from: null, value: 'off' },
  { to: ['chamber', 'keys'], from: null, value: 'plain' },
  { to: ['players', 'codex', 'agent'], from: null, value: 'codex' },
  { to: ['default_player'], from: null, value: 'codex' },
];

function numbers(section: (name: string) => Front, refuse: Refuse): PlacedValue[] {
  return NUMBER_FIELDS.flatMap((field): PlacedValue[] => {
    const [name = '', key = ''] = field.from.map(String);
    const given = section(name)[key];
    const standing = field.otherwise === null ? [] : [{ to: field.to, from: null, value: field.otherwise }];
    if (given === undefined || given === null) return standing;
    const value = readWhole(given);
    if (value !== null && inRange(value, field)) return [{ to: field.to, from: field.from, value }];
    const most = field.most === undefined ? '' : ` and ${field.most} or less`;
    const range = Number.isFinite(field.least) ? `, ${field.least} or more${most}` : '';
    refuse([name, key], `must be a whole number${range}.`);
    return standing;
  });
}

/** What is no limit is left out without a word, as the specification has it. */
function slotsByState(given: unknown): PlacedValue[] {
  if (!isMap(given)) return [];
  return Object.entries(given).flatMap(([state, limit]): PlacedValue[] => {
    const name = state.trim().toLowerCase();
    const value = readWhole(limit);
    if (name === '' || value === null || value < 1) return [];
    return [{ to: ['slots', 'by_state', name], from: [...BY_STATE, state], value }];
  });
}

const BY_STATE = ['agent', 'max_concurrent_agents_by_state'];

/** A hook that fills the workspace finds it empty; without one it is a worktree of this repository. */
function workspace(section: (name: string) => Front, ground: PathGround, refuse: Refuse): PlacedValue[] {
  const { root } = section('workspace');
  const filled = isText(section('hooks').after_create);
  const kind: PlacedValue[] = filled
    ? [
        { to: ['chamber', 'kind'], from: null, value: 'folder' },
        { to: ['handoff'], from: null, value: { mode: 'agent' } },
      ]
    : [{ to: ['handoff'], from: null, value: { mode: 'review' } }];
  const place = (value: string, given: boolean): PlacedValue => ({
    to: ['chamber', 'root'],
    from: given ? ['workspace', 'root'] : null,
    value,
  });
  const usual = place(join(ground.temp, 'symphony_workspaces'), false);
  if (root === undefined || root === null) return [...kind, usual];
  const path = isText(root) ? readPath(root.trim(), ground) : null;
  if (path !== null) return [...kind, place(path, true)];
  refuse(['workspace', 'root'], 'must be a path; a variable in it must be set.');
  return [...kind, usual];
}

const hooks = (given: Front, refuse: Refuse): PlacedValue[] =>
  HOOKS.flatMap((name): PlacedValue[] => {
    const value = given[name];
    if (value === undefined || value === null) return [];
    if (typeof value !== 'string') {
      refuse(['hooks', name], 'must be a shell script.');
      return [];
    }
    return isText(value) ? [{ to: ['chamber', 'hooks', name], from: ['hooks', name], value }] : [];
  });

/** The command is a line for the shell and stays as it is; policies are codex's own words (svc-A1, svc-A2). */
function codex(given: Front, secrets: readonly string[], refuse: Refuse): PlacedValue[] {
  const { command = COMMAND } = given;
  if (!isText(command)) refuse(['codex', 'command'], 'must not be empty.');
  // A login shell may bring back what was kept from it.
  const unset = secrets.length === 0 ? '' : `unset ${secrets.join(' ')}; `;
  const line = `${unset}${isText(command) ? command : COMMAND}`;
  const wishes = ['approval_policy', 'thread_sandbox', 'turn_sandbox_policy'].flatMap((key): PlacedValue[] =>
    given[key] === undefined || given[key] === null
      ? []
      : [{ to: ['players', 'codex', 'codex', key], from: ['codex', key], value: given[key] }],
  );
  const from = given.command === undefined ? null : ['codex', 'command'];
  return [{ to: ['players', 'codex', 'shell'], from, value: line }, ...wishes];
}

function server({ host }: Front, refuse: Refuse): PlacedValue[] {
  if (host === undefined || host === null) return [];
  if (isText(host)) return [{ to: ['http', 'host'], from: ['server', 'host'], value: host }];
  refuse(['server', 'host'], 'must be an address.');
  return [];
}

function strictness(strict: unknown, refuse: Refuse): PlacedValue[] {
  const given = strict !== undefined && strict !== null;
  if (given && typeof strict !== 'boolean') refuse(['strict'], 'must be `true` or `false`.');
  const value = strict === true ? 'letter' : 'safe';
  return [{ to: ['conformance'], from: given ? ['strict'] : null, value }];
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
