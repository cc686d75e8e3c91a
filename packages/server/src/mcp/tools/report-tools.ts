import { SEVERITIES } from '@symphony/domain';
import { z } from 'zod';
import type { Offered } from '../offered.ts';
import { offeredTool, say } from '../offered-tool.ts';
import type { RunTools } from '../run-tools.ts';
import { globs, sentence, story } from './text.ts';

/** What an agent tells Symphony and, through it, the people and the other agents. */
export const reportTools = (tools: RunTools): Offered[] => [
  offeredTool({
    name: 'report_progress',
    title: 'Report progress',
    description:
      'Tell the people who follow this work what you are doing, in one sentence. Call it when a new step ' +
      'begins, not for every command.',
    readOnly: false,
    input: z.object({
      text: sentence.describe('What you are doing now, for people who cannot see your screen.'),
      percent: z
        .number()
        .min(0)
        .max(100)
        .optional()
        .describe('How much of the whole is done, if you can tell.'),
    }),
    async call({ text, percent }) {
      await tools.reportProgress({ text, percent: percent ?? null });
      return say('Reported.');
    },
  }),
  offeredTool({
    name: 'record_deviation',
    title: 'Record a deviation from the plan',
    description:
      'Record that something is not as the task or the plan says. minor: go on and adapt. major: put a stub ' +
      'in place and leave out what depends on it. fundamental: write interfaces only and end the work there; ' +
      'a decision is needed before anything is built on it.',
    readOnly: false,
    input: z.object({
      severity: z.enum(SEVERITIES),
      expected: story.describe('What the plan says.'),
      discovered: story.describe('What you found instead.'),
      action: story.describe('What you do about it.'),
      reasoning: story.describe('Why you do that.'),
      impact: story.describe('What else it touches.'),
      affects: globs
        .optional()
        .describe('Paths or globs of what others must not build on before it is decided, besides your own.'),
    }),
    async call({ affects, ...deviation }) {
      await tools.recordDeviation({ ...deviation, ...(affects ? { affects } : {}) });
      return say(NEXT[deviation.severity]);
    },
  }),
  offeredTool({
    name: 'share_discovery',
    title: 'Share a discovery',
    description:
      'Tell the agents that work on other items of this project something they would otherwise have to find ' +
      'out themselves, or would get wrong.',
    readOnly: false,
    input: z.object({
      title: sentence.describe('The discovery in one line.'),
      detail: story.describe('What the others need to know, with files and names.'),
      critical: z
        .boolean()
        .optional()
        .describe(
          'True only for a security hole, data of another shape than agreed, or a missing dependency.',
        ),
    }),
    async call({ title, detail, critical }) {
      await tools.shareDiscovery({ title, detail, critical: critical ?? false });
      return say('Shared.');
    },
  }),
];

const NEXT = {
  minor: 'Recorded. Go on.',
  major: 'Recorded. Put a stub in place and leave out what depends on it.',
  fundamental: 'Recorded. Write interfaces only, and end your work there.',
} as const;
