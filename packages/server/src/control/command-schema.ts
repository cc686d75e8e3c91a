import type { Melody } from '@symphony/domain';
import type { OperatorCommand } from '@symphony/protocol';
import { z } from 'zod';
import { charactersOf } from './characters.ts';
import { chatCommands } from './chat-schema.ts';
import { missionAct, missionPlan, phases } from './mission-schema.ts';

/**
 * What a person may ask for (C20), as it comes in from outside: by the control socket, a WebSocket or
 * HTTP. Everything is bounded here, because it ends in files and in the log.
 */

const id = z.string().min(1).max(1_000);
const by = z.string().min(1).max(200);
const words = z.string().max(100_000);
const name = z.string().max(200);
const nodes = z.array(id).max(1_000);

/**
 * Of a melody only the size is known here: what is wrong inside it is told node by node later. Ten
 * thousand drawn nodes are about three million characters.
 */
export const MELODY_CHARACTERS = 8 * 1024 * 1024;
const SETTINGS_CHARACTERS = 200 * 1024;

export const melodyValue = z
  .record(z.string(), z.unknown())
  .refine((value) => charactersOf(value) <= MELODY_CHARACTERS, {
    error: 'a melody may have at most 8 MB',
  }) as unknown as z.ZodType<Melody>;

export const settingsText = z.string().max(SETTINGS_CHARACTERS);

const title = z.string().trim().min(1).max(500);
const details = {
  description: words.exactOptional(),
  labels: z.array(name).max(100).exactOptional(),
  priority: z.int().nullable().exactOptional(),
  blockedBy: z.array(name).max(500).exactOptional(),
  player: name.min(1).nullable().exactOptional(),
};

const comment = z.strictObject({
  path: z.string().min(1).max(4_096),
  line: z.int().min(1),
  side: z.enum(['old', 'new']),
  text: z.string().min(1).max(10_000),
});

const onItem = <N extends OperatorCommand['name']>(command: N) =>
  z.strictObject({ name: z.literal(command), id, by });

export const commandSchema = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('pause'), id, now: z.boolean(), by }),
  onItem('resume'),
  onItem('kill'),
  onItem('retry'),
  onItem('approve'),
  z.strictObject({ name: z.literal('answer'), id, question: id.nullable(), text: words, by }),
  z.strictObject({ name: z.literal('add'), title, by, ...details }),
  z.strictObject({
    name: z.literal('edit'),
    id,
    by,
    title: title.exactOptional(),
    state: name.min(1).exactOptional(),
    rank: z.number().nullable().exactOptional(),
    ...details,
  }),
  z.strictObject({
    name: z.literal('review'),
    id,
    comments: z.array(comment).max(200),
    text: words,
    by,
  }),
  z.strictObject({ name: z.literal('save-settings'), text: settingsText, instead: settingsText, by }),
  z.strictObject({ name: z.literal('save-melody'), melody: melodyValue, over: z.boolean(), by }),
  z.strictObject({ name: z.literal('steer'), id, text: words.min(1), by }),
  onItem('takeover'),
  z.strictObject({ name: z.literal('drain'), on: z.boolean(), by }),
  z.strictObject({ name: z.literal('refresh'), by }),
  z.strictObject({
    name: z.literal('melody-run'),
    melody: id,
    parameters: z.record(z.string(), z.json()),
    by,
    dry: z.boolean().exactOptional(),
    breakpoints: nodes.exactOptional(),
  }),
  z.strictObject({ name: z.literal('melody-breakpoints'), run: id, nodes, by }),
  z.strictObject({
    name: z.enum(['melody-pause', 'melody-resume', 'melody-cancel', 'melody-step']),
    run: id,
    by,
  }),
  z.strictObject({ name: z.enum(['melody-skip', 'melody-retry']), run: id, node: id, by }),
  z.strictObject({ name: z.literal('mission-start'), plan: missionPlan, approved: z.boolean(), by }),
  z.strictObject({
    name: z.literal('mission-plan'),
    mission: name.min(1),
    request: words.min(1),
    phases: phases.nullable(),
    player: name.min(1).nullable(),
    by,
  }),
  z.strictObject({ name: z.literal('mission'), mission: id, act: missionAct, by }),
  ...chatCommands,
  z.strictObject({ name: z.literal('stop'), by }),
]) satisfies z.ZodType<OperatorCommand>;
