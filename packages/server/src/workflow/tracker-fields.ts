import { normaliseName } from '@symphony/domain';
import { variableOf } from '../config/secret.ts';
import { fault, type WorkflowFault } from './fault.ts';
import { isMap, type PlacedValue } from './placed-value.ts';

/** What the kinds of tracker bring along where the file does not say. */
interface TrackerDefaults {
  readonly active: readonly string[];
  readonly terminal: readonly string[];
  /** A secret that is left out, and the variable it is then taken from when that is set (svc-W9). */
  readonly secret?: { readonly key: string; readonly variable: string };
}

const KINDS: Readonly<Record<string, TrackerDefaults>> = {
  linear: {
    active: ['Todo', 'In Progress'],
    terminal: ['Closed', 'Cancelled', 'Canceled', 'Duplicate', 'Done'],
    secret: { key: 'api_key', variable: 'LINEAR_API_KEY' },
  },
  github: {
    active: ['open'],
    terminal: ['closed'],
    secret: { key: 'token', variable: 'GITHUB_TOKEN' },
  },
  board: { active: ['Todo', 'In Progress'], terminal: ['Done', 'Cancelled'] },
};

/** Of the section itself; every other key is one of the adapter's, from before there was `provider`. */
const OWN: ReadonlySet<string> = new Set([
  'kind',
  'provider',
  'required_labels',
  'active_states',
  'terminal_states',
]);

interface TrackerReading {
  readonly values: readonly PlacedValue[];
  readonly faults: readonly WorkflowFault[];
  /** Variables that hold the tracker's secrets: no agent gets them (svc-S8). */
  readonly secrets: readonly string[];
}

export function readTracker(
  tracker: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
): TrackerReading {
  const faults: WorkflowFault[] = [];
  const kind = typeof tracker.kind === 'string' ? normaliseName(tracker.kind) : '';
  const usual = KINDS[kind];
  if (kind === '') {
    const sentence = '`tracker.kind` is missing: name the tracker, `linear` or `github`.';
    faults.push(fault('unsupported_tracker_kind', ['tracker', 'kind'], sentence));
  } else if (!usual) {
    const known = Object.keys(KINDS).map((each) => `\`${each}\``);
    const sentence = `\`tracker.kind\` is not known; known: ${known.join(', ')}.`;
    faults.push(fault('unsupported_tracker_kind', ['tracker', 'kind'], sentence));
  }
  const given = tracker.provider ?? {};
  if (!isMap(given)) {
    const sentence = '`tracker.provider` must be a map of keys and values.';
    faults.push(fault('invalid_tracker_config', ['tracker', 'provider'], sentence));
  }
  const provider = providerValues(tracker, isMap(given) ? given : {});
  const secret = usual?.secret;
  if (secret && (env[secret.variable] ?? '') !== '' && !provider.some(({ to }) => to[2] === secret.key))
    provider.push({ to: ['tracker', 'provider', secret.key], from: null, value: `$${secret.variable}` });
  const states = (key: 'active_states' | 'terminal_states', otherwise: readonly string[] | undefined) =>
    listAt(tracker, key, otherwise ?? [], faults);
  return {
    values: [
      { to: ['tracker', 'kind'], from: ['tracker', 'kind'], value: usual ? kind : 'board' },
      states('active_states', usual?.active ?? KINDS.board?.active),
      states('terminal_states', usual?.terminal ?? KINDS.board?.terminal),
      listAt(tracker, 'required_labels', [], faults),
      // The core writes nothing to the tracker: agents do, with their tools (svc-T8).
      ...['started_state', 'review_state', 'merged_state'].map(
        (key): PlacedValue => ({ to: ['tracker', key], from: null, value: null }),
      ),
      ...provider,
    ],
    faults,
    secrets: [
      ...provider.flatMap(({ value }) => variableOf(value) ?? []),
      ...(secret ? [secret.variable] : []),
    ].filter((name, at, all) => all.indexOf(name) === at),
  };
}

/** The old flat keys (`tracker.api_key`, `tracker.project_slug`) mean the same below `provider`, which wins. */
function providerValues(
  tracker: Readonly<Record<string, unknown>>,
  provider: Readonly<Record<string, unknown>>,
): PlacedValue[] {
  const flat = Object.entries(tracker).filter(([key]) => !OWN.has(key) && !(key in provider));
  const place =
    (from: readonly string[]) =>
    ([key, value]: [string, unknown]) => ({
      to: ['tracker', 'provider', key],
      from: [...from, key],
      value,
    });
  return [...flat.map(place(['tracker'])), ...Object.entries(provider).map(place(['tracker', 'provider']))];
}

function listAt(
  tracker: Readonly<Record<string, unknown>>,
  key: string,
  otherwise: readonly string[],
  faults: WorkflowFault[],
): PlacedValue {
  const path = ['tracker', key];
  const value = tracker[key];
  if (value === undefined || value === null) return { to: path, from: null, value: [...otherwise] };
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return { to: path, from: path, value };
  faults.push(fault('invalid_tracker_config', path, `\`tracker.${key}\` must be a list of names.`));
  return { to: path, from: null, value: [...otherwise] };
}
