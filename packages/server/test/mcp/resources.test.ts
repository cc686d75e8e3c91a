import type { Client } from '@modelcontextprotocol/client';
import { PortError } from '@symphony/domain';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { OfferPlace } from '../../src/mcp/endpoint.ts';
import { openEndpointHost } from '../../src/mcp/endpoint-host.ts';
import type { RunTools } from '../../src/mcp/index.ts';
import { offeredResources } from '../../src/mcp/offered-resource.ts';
import { SystemClock } from '../../src/system-clock.ts';
import { connect, openHost, runTools } from './stage.ts';

const MODERN = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const;
const eras = [
  ['sessions', {}],
  ['single requests', MODERN],
] as const;

async function read(client: Client, uri: string): Promise<unknown> {
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  if (contents.length !== 1 || content === undefined || !('text' in content))
    throw new Error(`${uri} is not one text`);
  expect(content).toMatchObject({ uri, mimeType: 'application/json' });
  return JSON.parse(content.text);
}

for (const [era, options] of eras) {
  test(`M4 a run reads its own item and what others found out as resources (${era})`, async () => {
    const { host } = await openHost();
    const [inA, inB] = await Promise.all(
      ['A-1', 'B-2'].map((id) => connect(host.admit(runTools(id)).server, options)),
    );
    if (!inA || !inB) throw new Error('unreachable');
    const { resources } = await inA.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['symphony://item', 'symphony://discoveries']);
    const item = await read(inA, 'symphony://item');
    expect(item).toMatchObject({ id: 'A-1', title: 'Work on A-1', fields: { size: 'small' } });
    expect(JSON.stringify(item)).not.toContain('secretOfTheTracker');
    expect(await read(inB, 'symphony://item')).toMatchObject({ id: 'B-2' });
    expect(await read(inA, 'symphony://discoveries')).toEqual([
      {
        title: 'Old API',
        detail: 'It is gone.',
        critical: true,
        from: 'X-9',
        at: '1970-01-01T00:00:00.000Z',
      },
    ]);
    await expect(inA.readResource({ uri: 'symphony://items/B-2' })).rejects.toThrow(/not found/i);
  });

  test(`M4 a resource that cannot be read is refused with one sentence (${era})`, async () => {
    const { host, warnings } = await openHost({ limitMs: 100 });
    const failures: (() => Promise<never>)[] = [
      () =>
        Promise.reject(new PortError({ code: 'missing', message: 'It is gone.', nextStep: 'Look again.' })),
      () => Promise.reject(new Error('no such table: secrets')),
      () => new Promise(() => undefined),
    ];
    const getContext: RunTools['getContext'] = () => failures.shift()?.() ?? runTools('A-1').getContext();
    const admission = host.admit(runTools('A-1', { getContext }));
    const client = await connect(admission.server, options);
    const refusal = () =>
      client.readResource({ uri: 'symphony://item' }).catch((error: Error) => error.message);
    expect(await refusal()).toContain('It is gone. Look again.');
    expect(await refusal()).toContain('item failed inside Symphony');
    expect(await refusal()).toContain('within 0.1 seconds');
    expect(warnings).toEqual(['The host resource item failed: no such table: secrets']);
    expect(await read(client, 'symphony://item')).toMatchObject({ id: 'A-1' });
  });

  test(`M4 who subscribed to a resource hears of its changes until the subscription ends (${era})`, async () => {
    const host = await openEndpointHost({ clock: new SystemClock(0), version: '1', warn: () => undefined });
    onTestFinished(() => host.close());
    let place: OfferPlace | undefined;
    const watched = (uri: string, isWatched: boolean) => ({
      name: uri,
      title: uri,
      description: uri,
      mimeType: 'text/plain',
      uri,
      watched: isWatched,
      read: async () => ({ text: uri }),
    });
    const { server } = host.open((offerPlace) => {
      place = offerPlace;
      return [
        offeredResources([watched('test://a', true), watched('test://b', true), watched('test://c', false)]),
      ];
    });
    const client = await connect(server, options);
    const heard: string[] = [];
    client.setNotificationHandler(
      'notifications/resources/updated',
      ({ params }) => void heard.push(params.uri),
    );
    const end = await subscribe(client, 'test://a', era === 'sessions');
    for (const uri of ['test://b', 'test://a', 'test://a']) place?.changed(uri);
    await vi.waitFor(() => expect(heard).toEqual(['test://a', 'test://a']));
    await end();
    const again = await subscribe(client, 'test://b', era === 'sessions');
    for (const uri of ['test://a', 'test://b']) place?.changed(uri);
    await vi.waitFor(() => expect(heard).toEqual(['test://a', 'test://a', 'test://b']));
    await again();
    if (era === 'sessions')
      await expect(client.subscribeResource({ uri: 'test://c' })).rejects.toThrow(/not made known/);
  });
}

/** Returns what ends the subscription. */
async function subscribe(client: Client, uri: string, inSession: boolean): Promise<() => Promise<unknown>> {
  if (!inSession) {
    const subscription = await client.listen({ resourceSubscriptions: [uri] });
    return () => subscription.close();
  }
  await client.subscribeResource({ uri });
  return () => client.unsubscribeResource({ uri });
}
