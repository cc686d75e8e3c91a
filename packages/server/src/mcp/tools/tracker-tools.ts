import { z } from 'zod';
import type { Offered } from '../offered.ts';
import { offeredTool, say, show } from '../offered-tool.ts';
import type { RunTracker } from '../run-tools.ts';
import { shownItem } from './shown-item.ts';
import { sentence, story } from './text.ts';

type Able<Method extends keyof RunTracker> = RunTracker & Required<Pick<RunTracker, Method>>;

const can = <Method extends keyof RunTracker>(tracker: RunTracker, method: Method): tracker is Able<Method> =>
  tracker[method] !== undefined;

/** Only what this tracker can do. */
export const trackerTools = (tracker: RunTracker): Offered[] => [
  readTool(tracker),
  ...(can(tracker, 'comment') ? [commentTool(tracker)] : []),
  ...(can(tracker, 'move') ? [moveTool(tracker)] : []),
  ...(can(tracker, 'create') ? [createTool(tracker)] : []),
];

const readTool = (tracker: RunTracker): Offered =>
  offeredTool({
    name: 'tracker_read',
    title: 'Read an item of the tracker',
    description: 'The item you work on as the tracker has it now, or another one.',
    readOnly: true,
    input: z.object({ id: sentence.optional().describe('Of another item. Left out: the item you work on.') }),
    call: async ({ id }) => show(shownItem(await tracker.read(id ?? null))),
  });

const commentTool = (tracker: Able<'comment'>): Offered =>
  offeredTool({
    name: 'tracker_comment',
    title: 'Comment on the item',
    description: 'Write a comment on the item you work on, for the people who read it there.',
    readOnly: false,
    input: z.object({ text: story.describe('The comment, in Markdown.') }),
    async call({ text }) {
      await tracker.comment(text);
      return say('Commented.');
    },
  });

const moveTool = (tracker: Able<'move'>): Offered =>
  offeredTool({
    name: 'tracker_move',
    title: 'Move the item to another state',
    description:
      'Put the item you work on into another state of the tracker; get_context lists them. Symphony moves the ' +
      'item itself when work begins and ends, so call this only when the task asks for it.',
    readOnly: false,
    input: z.object({ state: sentence.describe('The name of the state, as get_context lists it.') }),
    async call({ state }) {
      await tracker.move(state);
      return say(`Moved to ${state}.`);
    },
  });

const createTool = (tracker: Able<'create'>): Offered =>
  offeredTool({
    name: 'tracker_create',
    title: 'Create a follow-up item',
    description:
      'Make a new item for work that is not part of yours: a defect you came across, something left for later. ' +
      'Do not use it to hand on your own task.',
    readOnly: false,
    input: z.object({
      title: sentence.describe('The work in one line.'),
      description: story.describe('All that somebody needs who was not there, in Markdown.'),
      labels: z.array(sentence).max(20).optional(),
      priority: z.number().int().min(1).max(4).optional().describe('1 is the most urgent, 4 the least.'),
    }),
    async call({ title, description, labels, priority }) {
      const id = await tracker.create({
        title,
        description,
        labels: labels ?? [],
        priority: priority ?? null,
      });
      return say(`Created ${id}. A person decides when it is worked on.`);
    },
  });
