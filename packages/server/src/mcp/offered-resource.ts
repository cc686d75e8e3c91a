import { type ReadResourceResult, ResourceTemplate } from '@modelcontextprotocol/server';
import { type Guard, type Offered, refuseCall } from './offered.ts';
import { offerSubscriptions } from './subscriptions.ts';

/** Something an agent can read, by an address or by any address of one pattern. */
export interface ResourceDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** As in `symphony://item`, or with variables (RFC 6570) as in `symphony://items/{id}`. */
  readonly uri: string;
  /** True when each of its changes is made known, so that an agent can subscribe to it. */
  readonly watched?: boolean;
  readonly read: (uri: string, variables: Variables) => Promise<ResourceContent>;
}

export type Variables = { readonly [name: string]: string | string[] };

/** `blob` is base64. */
export type ResourceContent = { readonly text: string } | { readonly blob: string };

/** Makes resources ready to be offered: all of one endpoint at once, because one handler serves their subscribers. */
export function offeredResources(resources: readonly ResourceDefinition[]): Offered {
  return {
    register(server, { guard, changes }) {
      for (const resource of resources) {
        const { name, uri, title, description, mimeType } = resource;
        const config = { title, description, mimeType };
        if (uri.includes('{'))
          server.registerResource(
            name,
            new ResourceTemplate(uri, { list: undefined }),
            config,
            (at, values) => read(resource, guard, at, values),
          );
        else server.registerResource(name, uri, config, (at) => read(resource, guard, at, {}));
      }
      const watched = resources.filter((each) => each.watched).map(({ uri }) => uri);
      if (watched.length > 0) offerSubscriptions(server, new Set(watched), changes);
    },
  };
}

function read(
  { name, mimeType, read: readAt }: ResourceDefinition,
  guard: Guard,
  at: URL,
  variables: Variables,
): Promise<ReadResourceResult> {
  const uri = at.toString();
  return guard({ kind: 'resource', name, patient: false, refuse: refuseCall }, async () => ({
    contents: [{ uri, mimeType, ...(await readAt(uri, variables)) }],
  }));
}
