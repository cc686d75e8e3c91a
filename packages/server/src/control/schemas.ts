import { RPC_CODES, RpcError } from '@symphony/bus';
import { MAX_ENTRIES, MAX_INPUT, type Method, type ParamsOf, type Streams } from '@symphony/protocol';
import { z } from 'zod';
import { chatId } from './chat-schema.ts';
import { commandSchema } from './command-schema.ts';
import { QUERY_SCHEMAS } from './query-schemas.ts';

/** What may come in over the control socket. Checked here, once; nothing behind it checks again. */

const noParams = z.strictObject({});
const id = z.string().min(1).max(1_000);
const seq = z.int().min(0);
const limit = z.int().min(1).max(MAX_ENTRIES);
const follower = z.int().min(0);
const viewer = z.int().min(0);
const size = { cols: z.int().min(2).max(1_000), rows: z.int().min(1).max(1_000) };

const filter = z.strictObject({
  item: z.string().max(1_000).exactOptional(),
  types: z.array(z.string().max(100)).max(200).exactOptional(),
});

type Name = Method | keyof Streams;
type Given<N extends Name> = N extends Method
  ? ParamsOf<N>
  : N extends keyof Streams
    ? Streams[N]['params']
    : never;

const SCHEMAS: { readonly [N in Name]: z.ZodType<Given<N>> } = {
  hello: noParams,
  status: noParams,
  explain: z.strictObject({ id }),
  melody: z.strictObject({ run: id }),
  events: z.strictObject({ after: seq, limit, filter: filter.exactOptional() }),
  search: z.strictObject({ words: z.string(), limit }),
  follow: z.strictObject({ follower, after: seq }),
  unfollow: z.strictObject({ follower }),
  command: z.strictObject({ command: commandSchema }),
  board: noParams,
  entries: z.strictObject({ after: seq, filter: filter.exactOptional() }),
  'chat-follow': z.strictObject({ id: chatId, after: seq }),
  ...QUERY_SCHEMAS,
  terminal: z.strictObject({
    viewer,
    id,
    ...size,
    write: z.boolean(),
    history: z.int().min(0).max(1_000).exactOptional(),
  }),
  'terminal-input': z.strictObject({ viewer, text: z.string().max(MAX_INPUT) }),
  'terminal-resize': z.strictObject({ viewer, ...size }),
};

/** Throws the error the caller is answered with. */
export function readParams<N extends Name>(method: N, params: unknown): Given<N> {
  const schema: z.ZodType<Given<N>> = SCHEMAS[method];
  const read = schema.safeParse(params ?? {});
  if (read.success) return read.data;
  const data = { code: 'invalid', nextStep: 'Correct the request and send it again.' };
  throw new RpcError(RPC_CODES.invalidParams, sentence(method, read.error.issues[0]), data);
}

function sentence(method: Name, issue: z.core.$ZodIssue | undefined): string {
  const where =
    issue && issue.path.length > 0 ? `${issue.path.join('.')} of ${method}` : `What ${method} was given`;
  return `${where} is wrong: ${issue?.message ?? 'it cannot be read'}.`;
}
