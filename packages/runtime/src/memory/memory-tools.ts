import type { Clock, Tool, ToolContext } from '@symphony/domain';
import { assess, labelsOf } from './assess.ts';
import type { Memories, Memory } from './memories.ts';

const TYPES = ['conversation', 'event', 'plan', 'preference', 'fact'];

export interface MemoryToolParts {
  readonly memories: Memories;
  readonly clock: Clock;
  /** Whose memory it is; by the session the tool is called in. */
  readonly userOf: (session: string) => string;
}

export const memoryTools = (parts: MemoryToolParts): readonly Tool[] => [
  rememberTool(parts),
  recallTool(parts),
  forgetTool(parts),
];

const rememberTool = ({ memories, clock, userOf }: MemoryToolParts): Tool => ({
  name: 'memory.remember',
  description:
    'Keeps something about the user for later: a fact, a preference, a plan, an event. Without an importance it is judged.',
  input: {
    type: 'object',
    required: ['content'],
    properties: {
      content: { type: 'string', minLength: 1 },
      type: { enum: TYPES },
      importance: { type: 'number', minimum: 0, maximum: 1 },
      tags: { type: 'array', items: { type: 'string' }, maxItems: 10 },
    },
  },
  permissions: ['remember'],
  async run({ content, type, importance, tags }, context) {
    const text = String(content);
    const judged = typeof importance === 'number' ? null : await judge(text, clock, context);
    const memory = memories.remember(userOf(context.session), {
      content: text,
      ...(typeof type === 'string' ? { type: type as Memory['type'] } : {}),
      ...(typeof importance === 'number' ? { importance } : {}),
      ...(judged ?? {}),
      ...(tags === undefined ? {} : { tags: labelsOf(tags) }),
      source: 'memory.remember',
    });
    return {
      id: memory.id,
      importance: memory.importance,
      judged: judged !== null,
      expiresAt: memory.expiresAt,
    };
  },
});

const judge = (text: string, clock: Clock, { ask, signal }: ToolContext) =>
  ask ? assess(text, ask, { clock, signal }) : Promise.resolve(null);

const recallTool = ({ memories, userOf }: MemoryToolParts): Tool => ({
  name: 'memory.recall',
  description: 'Finds what is remembered about the user, newest first. Without a text: the newest.',
  input: {
    type: 'object',
    properties: {
      text: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      type: { enum: TYPES },
      limit: { type: 'integer', minimum: 1, maximum: 50 },
    },
  },
  permissions: ['read'],
  run({ text, tags, type, limit }, context) {
    const found = memories.search(userOf(context.session), {
      ...(typeof text === 'string' ? { text } : {}),
      ...(tags === undefined ? {} : { tags: labelsOf(tags) }),
      ...(typeof type === 'string' ? { type: type as Memory['type'] } : {}),
      limit: typeof limit === 'number' ? limit : 10,
    });
    return { memories: found };
  },
});

const forgetTool = ({ memories, userOf }: MemoryToolParts): Tool => ({
  name: 'memory.forget',
  description: 'Forgets what is remembered under these ids (memory.recall tells them).',
  input: {
    type: 'object',
    required: ['ids'],
    properties: { ids: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 100 } },
  },
  permissions: ['remember'],
  run({ ids }, context) {
    const wanted = Array.isArray(ids) ? ids.map(String) : [];
    return { forgotten: memories.forget(userOf(context.session), wanted) };
  },
});
