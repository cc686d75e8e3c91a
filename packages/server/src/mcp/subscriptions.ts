import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerEventBus,
} from '@modelcontextprotocol/server';

/**
 * Lets the program of one session subscribe to the resources that are watched. Programs of the
 * revisions without sessions listen to `changes` by themselves; for them this only says that they can.
 */
export function offerSubscriptions(
  { server }: McpServer,
  watched: ReadonlySet<string>,
  changes: ServerEventBus,
): void {
  const subscribed = new Set<string>();
  let stop: (() => void) | null = null;
  server.registerCapabilities({ resources: { subscribe: true } });
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    if (!watched.has(uri))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Changes of ${uri} are not made known.`);
    subscribed.add(uri);
    stop ??= changes.subscribe((event) => {
      if (event.kind !== 'resource_updated' || !subscribed.has(event.uri)) return;
      server.sendResourceUpdated({ uri: event.uri }).catch(() => stop?.()); // the program has gone
    });
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    subscribed.delete(uri);
    return {};
  });
  server.onclose = () => stop?.();
}
