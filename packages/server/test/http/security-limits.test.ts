import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { bearer, type HttpFixture, httpFixture, TOKEN } from './http-fixture.ts';

const JSON_BODY = { 'content-type': 'application/json' };

describe('too much', () => {
  const PATIENCE = { headersMs: 300, requestMs: 600, stallMs: 1_000, connections: 8 };

  async function answerOn(fixture: HttpFixture, ...parts: readonly string[]): Promise<string> {
    const socket = await fixture.socket();
    let heard = '';
    socket.on('data', (part: Buffer) => {
      heard += part;
    });
    for (const part of parts) socket.write(part);
    await Promise.race([new Promise((resolve) => socket.once('close', resolve)), sleep(8_000)]);
    return heard;
  }

  test('a body beyond 1 MB is refused before it is read', async () => {
    const fixture = await httpFixture();
    const head = `POST /api/v1/commands HTTP/1.1\r\nHost: ${fixture.host}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`;
    const heard = await answerOn(fixture, `${head}Content-Length: 5000000\r\n\r\n`, 'x'.repeat(10_000));
    expect(heard).toMatch(/^HTTP\/1\.1 413 /);
    expect(heard).toContain('"too_large"');
    const chunked = await answerOn(fixture, `${head}Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n`);
    expect(chunked).toMatch(/^HTTP\/1\.1 411 /);
    const both = await answerOn(
      fixture,
      `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: ${fixture.host}\r\n\r\n`,
    );
    expect(both.match(/HTTP\/1\.1/g)).toHaveLength(1); // nothing is smuggled in behind it
    expect(both).toMatch(/^HTTP\/1\.1 4/);
    const exact = JSON.stringify({ name: 'steer', id: 'SYM-1', text: 'x'.repeat(90_000) });
    expect((await fixture.raw('POST', '/api/v1/commands', { ...bearer, ...JSON_BODY }, exact)).status).toBe(
      200,
    );
    expect(fixture.conductor.commands).toHaveLength(1);
  });

  test('a huge header is refused', async () => {
    const fixture = await httpFixture();
    const heard = await answerOn(
      fixture,
      `GET /healthz HTTP/1.1\r\nHost: ${fixture.host}\r\nX-Large: ${'x'.repeat(100_000)}\r\n\r\n`,
    );
    expect(heard).toMatch(/^HTTP\/1\.1 431 /);
    expect((await fixture.raw('GET', '/healthz')).status).toBe(200);
  });

  test('programs that drip are cut (slowloris), and others are served meanwhile', async () => {
    const fixture = await httpFixture({ patience: PATIENCE });
    const heads = [
      'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: ',
      `POST /api/v1/commands HTTP/1.1\r\nHost: ${fixture.host}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n`,
      '',
    ];
    const began = performance.now();
    const sockets = await Promise.all(heads.map(() => fixture.socket()));
    const cut = sockets.map((socket, n) => {
      socket.resume();
      socket.write(heads[n] as string);
      const drip = setInterval(() => heads[n] !== '' && socket.write('a'), 50);
      return new Promise((resolve) => socket.once('close', resolve)).finally(() => clearInterval(drip));
    });
    expect((await fixture.raw('GET', '/healthz')).status).toBe(200);
    await Promise.all(cut);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(fixture.conductor.commands).toEqual([]);
  });

  test('many connections leave room again', async () => {
    const fixture = await httpFixture({ patience: PATIENCE });
    const open = await Promise.all(Array.from({ length: 30 }, () => fixture.socket()));
    for (const socket of open) socket.resume();
    await expect.poll(() => open.filter((socket) => socket.closed).length).toBeGreaterThanOrEqual(22);
    await expect
      .poll(
        () =>
          fixture.raw('GET', '/healthz').then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 8_000 },
      )
      .toBe(200);
  });
});
