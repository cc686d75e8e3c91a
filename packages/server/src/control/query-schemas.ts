import type { QueryName, QueryParams } from '@symphony/protocol';
import { z } from 'zod';
import { chatId } from './chat-schema.ts';
import { MELODY_CHARACTERS, melodyValue, settingsText } from './command-schema.ts';
import { MISSION_CHARACTERS } from './mission-schema.ts';

/** What may be asked, and how (see `Queries`). HTTP reads its parameters by these schemas too. */

const nothing = z.strictObject({});
const id = z.string().min(1).max(1_000);
const instant = z.int().min(0);

export const QUERY_SCHEMAS: { readonly [Q in QueryName]: z.ZodType<QueryParams<Q>> } = {
  item: z.strictObject({ id }),
  changes: z.strictObject({ id }),
  patch: z.strictObject({ id, path: z.string().min(1).max(4_096) }),
  artifacts: z.strictObject({
    text: z.string().max(1_000).exactOptional(),
    idPrefix: id.exactOptional(),
    name: id.exactOptional(),
    type: id.exactOptional(),
    item: id.exactOptional(),
    run: id.exactOptional(),
    hash: id.exactOptional(),
    tags: z.array(id).max(100).exactOptional(),
    after: instant.exactOptional(),
    before: instant.exactOptional(),
    limit: z.int().min(1).max(1_000).exactOptional(),
    offset: z.int().min(0).exactOptional(),
  }),
  artifact: z.strictObject({ id }),
  lineage: z.strictObject({ id }),
  stats: z.strictObject({ from: instant.exactOptional(), to: instant.exactOptional() }),
  replay: z.strictObject({ seq: z.int().min(0) }),
  timeline: z.strictObject({ marks: z.int().min(0).max(10_000) }),
  mission: z.strictObject({ id }),
  'check-mission': z.strictObject({ text: z.string().max(MISSION_CHARACTERS) }),
  chats: z.strictObject({ limit: z.int().min(1).max(1_000).exactOptional() }),
  chat: z.strictObject({ id: chatId }),
  'chat-export': z.strictObject({ id: chatId }),
  runtime: nothing,
  'runtime-stats': z.strictObject({ from: instant.exactOptional(), to: instant.exactOptional() }),
  settings: nothing,
  'check-settings': z.strictObject({ text: settingsText }),
  doctor: nothing,
  melodies: nothing,
  'melody-source': z.strictObject({ name: id }),
  'check-melody': z.union([
    z.strictObject({ melody: melodyValue }),
    z.strictObject({ text: z.string().max(MELODY_CHARACTERS) }),
  ]),
};
