/**
 * Older forms of a melody, brought up to today's one version at a time. A migration gets what an older
 * Symphony wrote and answers what the next one would have written; it does not check anything.
 */
export const SCHEMA_VERSION = 2;

type Shape = Readonly<Record<string, unknown>>;
type Migration = (melody: Shape) => Shape;

/** `MIGRATIONS[1]` leads from version 1 to 2. */
const MIGRATIONS: Readonly<Record<number, Migration>> = { 1: connectionsToEdges };

export type Migrated =
  | { readonly ok: true; readonly melody: unknown }
  | { readonly ok: false; readonly sentence: string; readonly nextStep: string };

export function migrate(version: unknown, melody: unknown): Migrated {
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return {
      ok: false,
      sentence: '`schema_version` must be a whole number, 1 or more.',
      nextStep: `Write \`schema_version: ${SCHEMA_VERSION}\`.`,
    };
  }
  if (version > SCHEMA_VERSION) {
    return {
      ok: false,
      sentence: `The melody has schema version ${version}; this Symphony knows ${SCHEMA_VERSION} and older.`,
      nextStep: 'Use a newer Symphony, or export the melody again with this one.',
    };
  }
  let shape = melody;
  for (let at = version; at < SCHEMA_VERSION; at++) {
    const step = MIGRATIONS[at];
    if (step && isShape(shape)) shape = step(shape);
  }
  return { ok: true, melody: shape };
}

const isShape = (value: unknown): value is Shape =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const shapesIn = (value: unknown): readonly Shape[] => (Array.isArray(value) ? value.filter(isShape) : []);

/**
 * Version 1 held `nodes` and `connections` at the top and the rest in `config`. A connection was
 * `sequential` or `conditional`, and carried a value when it named ports as `node.port`.
 */
function connectionsToEdges(old: Shape): Shape {
  const { id, nodes, connections, config, ...rest } = old;
  const settings = isShape(config) ? config : {};
  return {
    title: rest.title ?? rest.name ?? id,
    description: settings.description ?? '',
    version: '1.0.0',
    tags: [],
    parameters: [],
    triggers: [],
    permissions: { commands: true, agents: true },
    onError: 'halt',
    ...rest,
    name: id ?? rest.name,
    limits: { parallel: 4, timeoutMs: settings.timeout ?? null, runs: 1, usd: null },
    flow: {
      nodes: shapesIn(nodes).map(({ type, ...node }) => ({ kind: type, ...node })),
      edges: shapesIn(connections).map(edgeOf),
    },
  };
}

function edgeOf({ type, source, target, condition, label }: Shape): Shape {
  const [from = '', fromPort] = String(source ?? '').split('.');
  const [to = '', toPort] = String(target ?? '').split('.');
  if (type === 'conditional')
    return { kind: 'conditional', from, to, condition, ...(label ? { label } : {}) };
  return fromPort !== undefined && toPort !== undefined
    ? { kind: 'data', from, fromPort, to, toPort }
    : { kind: 'control', from, to };
}
