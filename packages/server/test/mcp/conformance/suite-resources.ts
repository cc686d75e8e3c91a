import type { Offered } from '../../../src/mcp/offered.ts';
import { offeredResources, type ResourceDefinition } from '../../../src/mcp/offered-resource.ts';
import { PIXEL } from './suite-media.ts';

/** The resources the conformance suite asks of a server. */

type Reading = Pick<ResourceDefinition, 'uri' | 'mimeType' | 'read' | 'watched'>;

const resource = (name: string, reading: Reading): ResourceDefinition => ({
  name,
  title: name,
  description: `The resource ${name} of the suite.`,
  ...reading,
});

export const suiteResources: Offered = offeredResources([
  resource('static-text', {
    uri: 'test://static-text',
    mimeType: 'text/plain',
    read: async () => ({ text: 'This is the content of the static text resource.' }),
  }),
  resource('static-binary', {
    uri: 'test://static-binary',
    mimeType: 'image/png',
    read: async () => ({ blob: PIXEL }),
  }),
  resource('template', {
    uri: 'test://template/{id}/data',
    mimeType: 'application/json',
    read: async (_uri, { id }) => ({
      text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
    }),
  }),
  resource('watched-resource', {
    uri: 'test://watched-resource',
    mimeType: 'text/plain',
    watched: true,
    read: async () => ({ text: 'Watched.' }),
  }),
]);
