import { z } from 'zod';
import type { Offered } from '../offered.ts';
import { offeredTool, show } from '../offered-tool.ts';
import type { RunContext, RunTools } from '../run-tools.ts';
import { shownDiscovery } from './shown-discovery.ts';
import { shownItem } from './shown-item.ts';
import { shownMission } from './shown-mission.ts';

export const contextTool = (tools: RunTools): Offered =>
  offeredTool({
    name: 'get_context',
    title: 'Get the context of this work',
    description:
      'What you are working on and where: the item, your folder and branch, which attempt this is, how much of ' +
      'the budget is left, the commands your work must pass, and what agents on other items have discovered. For ' +
      'a part of a mission also the mission as it is understood now: what is yours, what others do, what was ' +
      'found, decided and handed on.',
    readOnly: true,
    input: z.object({}),
    call: async () => show(shownContext(await tools.getContext())),
  });

const shownContext = (context: RunContext) => ({
  item: shownItem(context.item),
  chamber: context.chamber,
  branch: context.branch,
  attempt: context.attempt,
  budgetLeft: { ...context.budgetLeft },
  verify: context.verify,
  states: context.states,
  discoveries: context.discoveries.map(shownDiscovery),
  ...(context.mission ? { mission: shownMission(context.mission) } : {}),
});
