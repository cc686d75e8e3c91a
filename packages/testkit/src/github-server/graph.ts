import { readFile } from 'node:fs/promises';
import {
  buildSchema,
  type DocumentNode,
  defaultFieldResolver,
  execute,
  GraphQLError,
  type GraphQLSchema,
  parse,
  validate,
} from 'graphql';
import { pointsOf } from './points.ts';
import type { World } from './world.ts';

/** How the fields of GitHub's types are answered, by type and field; what is missing is read off the object. */
export type GraphFields = Readonly<Record<string, Readonly<Record<string, GraphField>>>>;

export type GraphField = (
  // biome-ignore lint/suspicious/noExplicitAny: a source is whatever the field above answered.
  source: any,
  // biome-ignore lint/suspicious/noExplicitAny: the schema has checked the arguments.
  args: any,
  call: GraphCall,
) => unknown;

export interface GraphCall {
  readonly world: World;
  readonly user: string;
  readonly faults: { readonly duplicatePage: boolean; readonly cursorLoop: boolean };
  readonly rateLimit: unknown;
}

export interface GraphAnswer {
  readonly points: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** What the published schema does not allow. */
  readonly violations: readonly string[];
}

let loading: Promise<GraphQLSchema> | null = null;

async function loadSchema(): Promise<GraphQLSchema> {
  const file = import.meta.resolve('@octokit/graphql-schema').replace(/index\.js$/, 'schema.graphql');
  return buildSchema(await readFile(new URL(file), 'utf8'), { assumeValid: true, assumeValidSDL: true });
}

export async function answerGraph(
  asked: { readonly query?: unknown; readonly variables?: unknown },
  fields: readonly GraphFields[],
  callOf: (points: number) => GraphCall,
): Promise<GraphAnswer> {
  loading ??= loadSchema();
  const schema = await loading;
  const variables = (asked.variables ?? {}) as Record<string, unknown>;
  let document: DocumentNode;
  try {
    document = parse(String(asked.query));
  } catch (error) {
    return refusal([(error as Error).message]);
  }
  const faults = validate(schema, document);
  if (faults.length > 0) return refusal(faults.map((each) => each.message));
  const points = pointsOf(document, variables);
  const { data, errors } = await execute({
    schema,
    document,
    variableValues: variables,
    rootValue: {},
    contextValue: callOf(points),
    fieldResolver: (source, args, call: GraphCall, info) => {
      const type = info.parentType.name;
      const field = fields.map((each) => each[type]?.[info.fieldName]).find((each) => each !== undefined);
      return field ? field(source, args, call) : defaultFieldResolver(source, args, call, info);
    },
  });
  const told = errors?.map(({ message, path, extensions }) => ({ message, path, type: extensions.type }));
  // A resolver that breaks is the stand-in's mistake, not GitHub's answer.
  const violations = (errors ?? [])
    .filter(({ extensions }) => extensions.type === undefined)
    .map(({ message, path }) => `${path?.join('.')}: ${message}`);
  return { points, body: { data: data ?? null, ...(told ? { errors: told } : {}) }, violations };
}

const refusal = (messages: readonly string[]): GraphAnswer => ({
  points: 1,
  body: { errors: messages.map((message) => ({ message })) },
  violations: messages.map((each) => `GraphQL: ${each}`),
});

export const notFound = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { type: 'NOT_FOUND' } });

export const unprocessableGraph = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { type: 'UNPROCESSABLE' } });

/** A connection's page. Cursors name entries, so that they hold while others come and go. */
export function connect<T>(
  entries: readonly T[],
  idOf: (entry: T) => string,
  { first = 100, after }: { readonly first?: number; readonly after?: string | null },
  { faults }: GraphCall,
): unknown {
  const cursorOf = (entry: T | undefined): string | null =>
    entry === undefined ? null : Buffer.from(`cursor:${idOf(entry)}`).toString('base64');
  const given = faults.duplicatePage ? null : (after ?? null);
  const at = given === null ? -1 : entries.findIndex((entry) => cursorOf(entry) === given);
  if (given !== null && at < 0)
    throw unprocessableGraph(`\`${given}\` does not appear to be a valid cursor.`);
  const nodes = entries.slice(at + 1, at + 1 + first);
  const more = at + 1 + first < entries.length;
  return {
    nodes,
    edges: nodes.map((node) => ({ node, cursor: cursorOf(node) })),
    totalCount: entries.length,
    pageInfo: {
      hasNextPage: faults.cursorLoop || more,
      hasPreviousPage: at >= 0,
      startCursor: cursorOf(nodes[0]),
      endCursor: faults.cursorLoop ? cursorOf(entries[0]) : cursorOf(nodes.at(-1)),
    },
  };
}
