import type { Json } from '@symphony/domain';
import type { Offered } from '../offered.ts';
import { offeredResources, type ResourceContent } from '../offered-resource.ts';
import type { RunTools } from '../run-tools.ts';
import { shownDiscovery } from '../tools/shown-discovery.ts';
import { shownItem } from '../tools/shown-item.ts';

/** What a run can be read about: programs let people and agents attach these where they need them. */
export const runResources = (tools: Pick<RunTools, 'getContext'>): Offered =>
  offeredResources([
    {
      name: 'item',
      title: 'The item of this work',
      description: 'The work item you are working on, as Symphony last saw it in the tracker.',
      mimeType: 'application/json',
      uri: 'symphony://item',
      read: async () => asJson(shownItem((await tools.getContext()).item)),
    },
    {
      name: 'discoveries',
      title: 'Discoveries of others',
      description: 'What agents on other items of this project have found out, oldest first.',
      mimeType: 'application/json',
      uri: 'symphony://discoveries',
      read: async () => asJson((await tools.getContext()).discoveries.map(shownDiscovery)),
    },
  ]);

const asJson = (value: Json): ResourceContent => ({ text: JSON.stringify(value, null, 2) });
