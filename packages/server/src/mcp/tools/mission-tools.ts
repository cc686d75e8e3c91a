import { HAND_ON_KEYS, RULE_AREAS } from '@symphony/domain';
import { z } from 'zod';
import type { Offered } from '../offered.ts';
import { offeredTool, say } from '../offered-tool.ts';
import type { MissionTools } from '../run-tools.ts';
import { globs, sentence, story } from './text.ts';

const why = story.describe('Why you know it: what you saw, and where.');

/** What a part of a mission tells the others of it (M4). */
export const missionTools = (mission: MissionTools): Offered[] => [
  ...understandingTools(mission),
  handOnTool(mission),
  scopeTool(mission),
];

const understandingTools = (mission: MissionTools): Offered[] => [
  offeredTool({
    name: 'update_understanding',
    title: 'Update what the mission is understood to be',
    description:
      'Say anew what the mission is about, when you have found out that it is understood wrongly. It takes the ' +
      'place of the old text for everybody; what was asked for stays as it is. get_context has the text of now.',
    readOnly: false,
    input: z.object({ text: story.describe('The whole understanding, not only what is new.'), why }),
    async call(change) {
      await mission.updateUnderstanding(change);
      return say('Recorded. Everybody who begins from now on is told so.');
    },
  }),
  offeredTool({
    name: 'add_requirement',
    title: 'Add a requirement of the mission',
    description:
      'Record something the mission must meet that nobody has said yet and that follows from what you found.',
    readOnly: false,
    input: z.object({ text: story.describe('What must hold, so that it can be checked.'), why }),
    async call(requirement) {
      await mission.addRequirement(requirement);
      return say('Recorded.');
    },
  }),
  offeredTool({
    name: 'record_business_rule',
    title: 'Record a rule of the business',
    description:
      'Record a rule that the code keeps or must keep: what is valid, how something is reckoned, which state may ' +
      'follow which, what happens when something goes wrong.',
    readOnly: false,
    input: z.object({
      area: z.enum(RULE_AREAS).describe('What the rule is about.'),
      text: story.describe('The rule, with its numbers and names.'),
      why,
    }),
    async call(rule) {
      await mission.recordRule(rule);
      return say('Recorded.');
    },
  }),
];

const handOnTool = (mission: MissionTools): Offered =>
  offeredTool({
    name: 'hand_on',
    title: 'Hand something on to the next phase',
    description:
      'Give the next phase of the mission what it needs from yours, under one of the known keys. Say everything ' +
      'of a key in one call; you were told which ones are owed.',
    readOnly: false,
    input: z.object({
      key: z.enum(HAND_ON_KEYS).describe('What it is.'),
      values: z.array(story).min(1).max(100).describe('Each a short text that stands by itself.'),
    }),
    async call(handed) {
      await mission.handOn(handed);
      return say(`Handed on: ${handed.key}.`);
    },
  });

const scopeTool = (mission: MissionTools): Offered =>
  offeredTool({
    name: 'request_scope',
    title: 'Ask for more to work on',
    description:
      'Ask whether you may also change files outside your scope. You are told at once whether you may, and why. ' +
      'Do not touch them before.',
    readOnly: false,
    input: z.object({
      paths: globs.describe('Paths or globs from the top of the repository, such as src/parse/**.'),
      why: sentence.describe('What you need them for.'),
    }),
    async call(asked) {
      const { granted, why: reason } = await mission.requestScope(asked);
      return say(`${granted ? 'Granted' : 'Not granted'}. ${reason}`);
    },
  });
