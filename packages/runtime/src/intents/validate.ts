import type { Intent, Json } from '@symphony/domain';
import { isRecord } from '../written-json.ts';
import { Fields } from './fields.ts';

export type ReadIntent =
  | { readonly kind: 'valid'; readonly intent: Intent }
  | { readonly kind: 'invalid'; readonly type: string; readonly problem: string }
  /** Of a type nobody knows: told, and no failure. */
  | { readonly kind: 'unknown'; readonly type: string };

/**
 * Reads what a tool left behind (R17). Fields may be spelled `userId` or `user_id`; what has a usual value may be
 * left out; what is wrong is named.
 */
export function readIntent(raw: Json): ReadIntent {
  if (!isRecord(raw) || typeof raw.type !== 'string')
    return { kind: 'invalid', type: '', problem: 'An intent is an object with a type.' };
  const type = raw.type.trim().toLowerCase();
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (!read) return { kind: 'unknown', type: raw.type };
  const fields = new Fields(raw);
  const intent = read(fields);
  const [problem] = fields.problems;
  return problem === undefined
    ? { kind: 'valid', intent }
    : { kind: 'invalid', type, problem: fields.problems.join(' ') };
}

type Read = (fields: Fields) => Intent;

const notification: Read = (fields) => ({
  type: 'notification',
  message: fields.text('message'),
  channel: fields.text('channel'),
  ...fields.optionalText('userId'),
  priority: fields.choice('priority', ['low', 'medium', 'high'], 'medium', { normal: 'medium' }),
  notificationType: fields.choice('notificationType', ['info', 'warning', 'error', 'success'], 'info'),
});

const audit: Read = (fields) => ({
  type: 'audit',
  action: fields.text('action'),
  details: fields.record('details'),
  severity: fields.choice('severity', ['debug', 'info', 'warning', 'error', 'critical'], 'info'),
});

const workflow: Read = (fields) => ({
  type: 'workflow',
  workflowType: fields.text('workflowType'),
  parameters: fields.record('parameters'),
  priority: fields.number('priority', 0, { least: 0 }),
  ...fields.optionalList('tasks'),
  ...fields.optionalList('dependencies'),
  ...fields.optionalText('requestId'),
});

const error: Read = (fields) => ({
  type: 'error',
  errorType: fields.text('errorType'),
  errorMessage: fields.text('errorMessage'),
  errorDetails: fields.record('errorDetails'),
  recoverable: fields.flag('recoverable', true),
});

const memory: Read = (fields) => ({
  type: 'memory',
  userId: fields.text('userId'),
  memoryType: fields.choice('memoryType', ['conversation', 'event', 'plan', 'preference', 'fact'], null),
  content: fields.text('content'),
  sourceRole: fields.text('sourceRole'),
  importance: fields.number('importance', 0.5, { least: 0, most: 1 }),
  tags: fields.texts('tags', 0),
});

const synthesis: Read = (fields) => ({
  type: 'synthesis',
  sources: fields.texts('sources', 1),
  format: fields.text('format', 'summary'),
});

const READERS: Readonly<Record<string, Read>> = {
  notification,
  audit,
  workflow,
  error,
  memory,
  memory_write: memory,
  synthesis,
};
