import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import type { PortError } from '@symphony/domain';
import { filesWith } from '@symphony/testkit';
import { TEST_TOKEN } from '@symphony/testkit/github-server';
import { afterEach, describe, expect, test } from 'vitest';
import { openHostStage } from './github-stage.ts';

/** The token as it is, and as a header has it. */
const TRACES = [TEST_TOKEN, Buffer.from(`x-access-token:${TEST_TOKEN}`).toString('base64')];

describe('C19 credentials of a push over HTTP', () => {
  let stage: Awaited<ReturnType<typeof openHostStage>>;
  afterEach(() => stage.end());

  test('the token opens the remote, and stands in no file, no address and no message', async () => {
    stage = await openHostStage();
    const { host, server, repository, work, onRemote, warnings } = stage;
    await repository.git('remote', 'set-url', 'origin', `${server.url}/acme/app.git`);
    const first = await work('one');
    const { ref } = await host.propose(first);
    const second = await work('one');
    await host.propose(second);
    expect(await onRemote('rev-parse', 'refs/heads/symphony/one')).toBe(second.head);
    expect((await host.reviews?.look([ref]))?.[0]).toMatchObject({ head: second.head });
    const asked = server.requests.filter((each) => each.includes('.git/'));
    expect(asked).toContain('POST /acme/app.git/git-receive-pack');
    for (const trace of TRACES) {
      expect(await filesWith(trace, dirname(repository.path))).toEqual([]);
      expect([...server.requests, ...warnings].join('\n')).not.toContain(trace);
    }
  });

  test('another server is never shown the token, and what it refuses is told without it', async () => {
    stage = await openHostStage();
    const { host, repository, work } = stage;
    const heard: IncomingHttpHeaders[] = [];
    const stranger = createServer(({ headers }, response) => {
      heard.push(headers);
      response.writeHead(401, { 'www-authenticate': 'Basic realm="elsewhere"' }).end();
    });
    stranger.listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const { port } = stranger.address() as AddressInfo;
    await repository.git('remote', 'set-url', 'origin', `http://127.0.0.1:${port}/acme/app.git`);
    try {
      const offered = await work('one');
      const failure = await host.propose(offered).then(String, (error: PortError) => error.failure);
      expect(failure).toMatchObject({ code: 'credentials' });
      for (const trace of TRACES) expect(JSON.stringify(failure)).not.toContain(trace);
    } finally {
      stranger.closeAllConnections();
      stranger.close();
    }
    expect(heard.length).toBeGreaterThan(0);
    expect(heard.flatMap(({ authorization }) => authorization ?? [])).toEqual([]);
  });
});
