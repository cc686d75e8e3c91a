import type { OperatorView } from '@symphony/domain';
import { z } from 'zod';

/**
 * What the built-in operators take, for the forms of the workbench. The operators themselves check
 * what they are given; a test holds this table to their keys.
 */

const time = z
  .union([z.string().regex(/^\d+(\.\d+)?\s*(ms|s|m|h)$/), z.number().min(0)])
  .describe('A time such as `30s`, `5m`, or a number of milliseconds.');
const path = z.string().min(1);

const OPERATORS: Readonly<Record<string, { readonly description: string; readonly config: z.ZodType }>> = {
  command: {
    description: 'Runs a command line in a chamber of its own, cut from the target branch.',
    config: z.strictObject({
      run: z.string().min(1).describe('The command line. Only parameters may stand in it.'),
      allow_failure: z.boolean().optional().describe('Goes on whatever the code; `ok` tells it.'),
      timeout: time.optional(),
    }),
  },
  'git-diff': {
    description: 'What differs between two commits.',
    config: z.strictObject({
      from: z.string().min(1).describe('A commit, a branch or a tag.'),
      to: z.string().optional().describe('The target branch when left out.'),
    }),
  },
  'git-log': {
    description: 'What happened on the target branch, newest first.',
    config: z.strictObject({
      since: z.string().optional().describe('A commit, a branch or a tag; the last tag when left out.'),
      paths: z
        .union([path, z.array(path)])
        .optional()
        .describe('Only what touches these.'),
    }),
  },
  'read-file': {
    description: 'A file as it stands on the target branch.',
    config: z.strictObject({ path: path.describe('Relative to the top of the repository.') }),
  },
  value: {
    description: 'Passes a value on: a constant, or several outputs in one shape.',
    config: z.strictObject({ value: z.unknown() }),
  },
  wait: {
    description: 'Waits.',
    config: z.strictObject({ ms: time }),
  },
  'write-artifact': {
    description: 'Keeps a text for good.',
    config: z.strictObject({
      name: z.string().min(1),
      type: z.string().min(1).describe('A kind of artifact, such as `report`.'),
      text: z.unknown().describe('What is no text is kept as JSON.'),
    }),
  },
};

export const operatorViews = (): readonly OperatorView[] =>
  Object.entries(OPERATORS).map(([name, { description, config }]) => ({
    name,
    description,
    config: z.toJSONSchema(config, { io: 'input' }),
  }));
