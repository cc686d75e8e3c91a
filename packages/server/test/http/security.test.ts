import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOSTILE, ManualClock } from '@symphony/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { bearer, cookieOf, type HttpFixture, httpFixture, TOKEN } from './http-fixture.ts';

const PASSWORD = 'correct horse battery staple';
const JSON_BODY = { 'content-type': 'application/json' };

describe('who is let in', () => {
  const doors: readonly string[] = ['/api/v1/status', '/api/v1/stream', '/api/v1/openapi.json', '/metrics'];
  test.each(doors)('%s needs the token', async (path) => {
    const { raw, conductor } = await httpFixture();
    const rows: readonly Record<string, string>[] = [
      {},
      { authorization: 'Bearer wrong' },
      { authorization: `Bearer ${TOKEN}x` },
      { authorization: `Bearer ${TOKEN.slice(0, -1)}` },
      { authorization: `Basic ${TOKEN}` },
      { authorization: 'Bearer ' },
      { cookie: `symphony-abcdef01=${TOKEN}` },
      { cookie: 'symphony-abcdef01=a.b.c' },
    ];
    for (const headers of rows) {
      const { status, json } = await raw('GET', path, headers);
      expect([status, json.error.code], JSON.stringify(headers)).toEqual([401, 'unauthorized']);
    }
    expect((await raw('GET', `${path}?token=${TOKEN}`)).status).toBe(401); // an address ends up in logs
    expect(conductor.readers).toBe(0);
  });

  test('every route of the API but the session needs it, with every method', async () => {
    const { get, raw, conductor } = await httpFixture();
    const { paths } = (await get('/api/v1/openapi.json')).json as {
      paths: Record<string, Record<string, unknown>>;
    };
    let tried = 0;
    for (const [path, methods] of Object.entries(paths))
      for (const method of Object.keys(methods)) {
        if (path === '/session') continue;
        const at = `/api/v1${path.replaceAll(/\{\w+\}/g, 'SYM-1')}`;
        expect((await raw(method.toUpperCase(), at, JSON_BODY)).status, `${method} ${at}`).toBe(401);
        tried += 1;
      }
    expect(tried).toBeGreaterThan(30);
    expect(conductor.commands).toEqual([]);
    expect(conductor.asked).toEqual([]);
  });

  test('no way of writing an address or a method leads around it', async () => {
    const fixture = await httpFixture();
    const { raw, conductor, warnings } = fixture;
    const ways = [
      '/api/v1/%73tatus',
      '/%61pi/v1/status',
      '/api/v1//status',
      '//api/v1/status',
      '/api/v1/status/',
      '/API/V1/STATUS',
      '/api/v1/session/../status',
      '/api/v1/session/%2e%2e/status',
      '/api/v1/session%2f..%2fstatus',
      '/healthz/../api/v1/status',
      '/api/v1/status;x=/session',
      '/api/v1/status?/api/v1/session',
      '/api/v1/status#/session',
      'http://127.0.0.1/api/v1/status',
    ];
    for (const path of ways) {
      const { status, text } = await raw('GET', path);
      expect(text, path).not.toContain('SYM-1');
      expect([400, 401, 404, 503], `${path} ${status}`).toContain(status);
    }
    const override = { ...JSON_BODY, 'x-http-method-override': 'GET', 'x-original-url': '/healthz' };
    expect((await raw('POST', '/api/v1/commands', override, '{"name":"stop"}')).status).toBe(401);
    for (const method of ['TRACE', 'PROPFIND', 'PURGE', 'OPTIONS', 'PUT'])
      for (const headers of [{}, bearer]) {
        const { status } = await raw(method, '/api/v1/commands', headers);
        expect([400, 401, 405], `${method} ${status}`).toContain(status);
      }
    const socket = await fixture.socket();
    let heard = '';
    socket.on('data', (part: Buffer) => {
      heard += part;
    });
    socket.write(`GET /api/v1/status HTTP/1.0\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`); // no Host at all
    await expect.poll(() => heard).toMatch(/^HTTP\/1\.1 4(00|21)/);
    expect(conductor.commands).toEqual([]);
    expect(warnings).toEqual([]);
  });

  test('health is open to all, and says nothing else', async () => {
    const { raw } = await httpFixture();
    expect((await raw('GET', '/healthz')).json).toEqual({ status: 'ok' });
  });
});

describe('sessions', () => {
  const logIn = ({ raw }: HttpFixture, body: object) =>
    raw('POST', '/api/v1/session', JSON_BODY, JSON.stringify(body));

  test('the token makes a cookie that works until it is logged out, and is not the token', async () => {
    const fixture = await httpFixture();
    const { raw, host } = fixture;
    const entered = await logIn(fixture, { token: TOKEN });
    expect(entered.json).toEqual({ version: '1.2.3', repository: 'orchestra' });
    expect(entered.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^symphony-abcdef01=[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    const cookie = cookieOf(entered);
    expect(cookie).not.toContain(TOKEN);
    expect((await raw('GET', '/api/v1/status', { cookie })).status).toBe(200);
    expect((await raw('GET', '/api/v1/session', { cookie })).json.version).toBe('1.2.3');
    expect(
      (await raw('GET', '/api/v1/status', { cookie: `symphony-abcdef01=planted; ${cookie}` })).status,
    ).toBe(200);
    const origin = `http://${host}`;
    const left = await raw('DELETE', '/api/v1/session', { cookie, origin });
    expect(left.status).toBe(204);
    expect(left.headers['set-cookie']?.[0]).toMatch(/Max-Age=0/);
    expect((await raw('GET', '/api/v1/status', { cookie })).status).toBe(401);
  });

  test('it outlives a restart; another instance, token or password does not know it', async () => {
    const cookie = cookieOf(await logIn(await httpFixture(), { token: TOKEN }));
    const asked = async (change: object) =>
      (await (await httpFixture(change)).raw('GET', '/api/v1/status', { cookie })).status;
    expect(await asked({})).toBe(200);
    expect(await asked({ instance: 'another-instance' })).toBe(401); // under another name
    expect(await asked({ token: 'another-token-of-another-installation' })).toBe(401);
    expect(await asked({ password: PASSWORD })).toBe(401);
  });

  test('it ends by itself', async () => {
    const clock = new ManualClock(1_000_000);
    const fixture = await httpFixture({ clock });
    const cookie = cookieOf(await logIn(fixture, { token: TOKEN }));
    const status = async () => (await fixture.raw('GET', '/api/v1/status', { cookie })).status;
    await clock.advance(29 * 86_400_000);
    expect(await status()).toBe(200);
    await clock.advance(2 * 86_400_000);
    expect(await status()).toBe(401);
    const [, name, end] = /=([\w-]+)\.(\w+)\./.exec(cookie) ?? [];
    const longer = cookie.replace(
      `${name}.${end}`,
      `${name}.${(Number.parseInt(end as string, 36) * 2).toString(36)}`,
    );
    expect(longer).not.toBe(cookie);
    expect((await fixture.raw('GET', '/api/v1/status', { cookie: longer })).status).toBe(401);
  });

  test('a password lets a person in; five wrong ones in a minute close that way for a while', async () => {
    const clock = new ManualClock(1_000_000);
    const fixture = await httpFixture({ clock, password: PASSWORD });
    const status = async (body: object) => (await logIn(fixture, body)).status;
    expect((await fixture.raw('GET', '/api/v1/session')).json.error.password).toBe(true);
    const entered = await logIn(fixture, { password: PASSWORD });
    expect(entered.status).toBe(200);
    expect(cookieOf(entered)).not.toContain('horse');
    for (let n = 0; n < 5; n += 1) expect(await status({ password: `wrong ${n}` })).toBe(401);
    const refused = await logIn(fixture, { password: PASSWORD }); // right, but too late
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    expect(await status({ token: TOKEN })).toBe(200);
    await clock.advance(61_000);
    expect(await status({ password: PASSWORD })).toBe(200);
  });

  test('without a password none is right, and nonsense is no login', async () => {
    const fixture = await httpFixture();
    expect((await fixture.raw('GET', '/api/v1/session')).json.error.password).toBe(false);
    expect((await logIn(fixture, { password: 'null' })).status).toBe(401);
    for (const body of [{}, { token: '' }, { token: TOKEN, password: 'x' }, [], { token: { $ne: 1 } }])
      expect((await logIn(fixture, body)).status, JSON.stringify(body)).toBe(400);
  });

  test('others than this machine need a password, or nobody listens', async () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.1', 'example.org'])
      await expect(httpFixture({ host }), host).rejects.toMatchObject({
        name: 'PortError',
        failure: { code: 'refused', message: expect.stringContaining(host) },
      });
    await expect(httpFixture({ host: '0.0.0.0', password: '' })).rejects.toMatchObject({ name: 'PortError' });
    const { face } = await httpFixture({ host: '0.0.0.0', password: PASSWORD });
    expect(face.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });
});

describe('pages of others', () => {
  const hosts = (port: number): readonly [host: string, status: number][] => [
    [`127.0.0.1:${port}`, 200],
    [`localhost:${port}`, 200],
    [`LOCALHOST:${port}`, 200],
    [`[::1]:${port}`, 200],
    [`bench.example:${port}`, 200],
    ['bench.example', 200],
    ['tunnel.example:8443', 200],
    ['tunnel.example', 421],
    [`evil.example:${port}`, 421],
    ['evil.example', 421],
    ['127.0.0.1', 421],
    [`127.0.0.1:${port + 1}`, 421],
    [`127.0.0.1.evil.example:${port}`, 421],
    [`127.0.0.1:${port}@evil.example`, 400],
  ];
  test('a name that was led to this machine is not answered (DNS rebinding)', async () => {
    const { raw, port } = await httpFixture({ names: ['bench.example', 'tunnel.example:8443'] });
    for (const [host, status] of hosts(port))
      for (const path of ['/healthz', '/api/v1/status'])
        expect((await raw('GET', path, { ...bearer, host })).status, `${host} ${path}`).toBe(status);
  });

  test('another origin gets nothing, with the cookie or without', async () => {
    const fixture = await httpFixture({ names: ['bench.example'] });
    const { raw, port, conductor } = fixture;
    const login = await raw('POST', '/api/v1/session', JSON_BODY, JSON.stringify({ token: TOKEN }));
    const cookie = cookieOf(login);
    const body = JSON.stringify({ name: 'stop' });
    const post = async (headers: Record<string, string>) =>
      (await raw('POST', '/api/v1/commands', { ...JSON_BODY, cookie, ...headers }, body)).status;
    const foreign = [
      'https://evil.example',
      'null',
      `https://127.0.0.1:${port}`,
      `http://127.0.0.1:${port + 1}`,
      `http://127.0.0.1:${port}.evil.example`,
      'http://127.0.0.1',
    ];
    for (const origin of foreign) {
      expect(await post({ origin }), origin).toBe(403);
      expect((await raw('OPTIONS', '/api/v1/commands', { origin })).status, origin).toBe(403);
      expect((await raw('GET', '/api/v1/status', { origin, cookie })).status, origin).toBe(403);
      const answer = await raw('POST', '/api/v1/session', { ...JSON_BODY, origin }, '{}');
      expect([answer.status, answer.headers['access-control-allow-origin']], origin).toEqual([
        403,
        undefined,
      ]);
    }
    for (const site of ['cross-site', 'same-site']) {
      expect(await post({ 'sec-fetch-site': site })).toBe(403);
      expect((await raw('GET', '/api/v1/status', { cookie, 'sec-fetch-site': site })).status).toBe(403);
    }
    expect(conductor.commands).toEqual([]);
    expect(await post({ origin: `http://localhost:${port}`, 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await post({ origin: 'https://bench.example' })).toBe(200);
    // A link to the workbench may stand anywhere.
    expect((await raw('GET', '/', { 'sec-fetch-site': 'cross-site' })).status).toBe(503);
  });

  /** Asks to come in with these headers: "open", or the status it was refused with. */
  async function knock(port: number, path: string, headers: Record<string, string>): Promise<string> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
    const answer = await Promise.race([
      once(socket, 'open').then(() => 'open'),
      once(socket, 'unexpected-response').then(([, response]) => String(response.statusCode)),
    ]);
    socket.on('error', () => undefined); // ending one that never opened is told as an error
    socket.terminate();
    return answer;
  }

  test('a WebSocket needs the cookie and our origin, or the token, and our name', async () => {
    const fixture = await httpFixture();
    const { port, host, raw } = fixture;
    const cookie = cookieOf(
      await raw('POST', '/api/v1/session', JSON_BODY, JSON.stringify({ token: TOKEN })),
    );
    const origin = `http://${host}`;
    const rows: readonly [headers: Record<string, string>, answer: string, path?: string][] = [
      [{ ...bearer }, 'open'],
      [{ cookie, origin }, 'open'],
      [{ cookie, origin: 'https://evil.example' }, '403'],
      [{ ...bearer, origin: 'https://evil.example' }, '403'],
      [{ cookie, origin: `http://127.0.0.1:${port + 1}` }, '403'],
      [{ cookie }, '401'],
      [{ origin }, '401'],
      [{}, '401'],
      [{ ...bearer, host: `evil.example:${port}` }, '421'],
      [{ ...bearer }, '404', '/api/v1/other'],
      [{ ...bearer }, '404', '/'],
    ];
    for (const [headers, answer, path = '/api/v1/socket'] of rows)
      expect(await knock(port, path, headers), JSON.stringify([path, headers])).toBe(answer);
  });

  test('one that is refused and stays on the line is cut', async () => {
    const { port, host } = await httpFixture();
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.write(
      `GET /api/v1/socket HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    socket.resume();
    await once(socket, 'end');
    const broken = once(socket, 'error'); // nobody is there any more
    await sleep(50);
    socket.write('still here');
    await sleep(50);
    socket.write('still here');
    expect(((await broken)[0] as NodeJS.ErrnoException).code).toMatch(/EPIPE|ECONNRESET/);
  });
});

describe('what others wrote', () => {
  test('markup in a title is JSON, and no browser takes it for a page', async () => {
    const { get, conductor } = await httpFixture();
    const title = '<script>alert(1)</script>';
    conductor.board_ = {
      ...conductor.board_,
      items: conductor.board_.items.map((item) => ({ ...item, title })),
    };
    for (const path of [
      '/api/v1/status',
      '/api/v1/SYM-1',
      '/api/v1/state',
      `/api/v1/${encodeURIComponent(title)}`,
    ]) {
      const { headers } = await get(path);
      expect(headers['content-type'], path).toMatch(/^application\/json/);
      expect(headers['x-content-type-options'], path).toBe('nosniff');
    }
    expect((await get('/api/v1/status')).json.items[0].title).toBe(title);
    const hostile = await get(`/api/v1/items/${encodeURIComponent(HOSTILE.toWellFormed())}/explain`);
    expect(hostile.status).toBe(404);
  });

  test('every answer forbids what a page needs not', async () => {
    const { get, raw } = await httpFixture();
    for (const { headers } of [
      await get('/'),
      await get('/api/v1/status'),
      await raw('GET', '/api/v1/status'),
    ]) {
      const policy = String(headers['content-security-policy']).split('; ');
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'self'",
          "style-src 'self' 'unsafe-inline'",
          "img-src 'self' data:",
          "frame-ancestors 'none'",
          "object-src 'none'",
          "base-uri 'none'",
        ]),
      );
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
      });
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test('no answer of any GET route carries a secret of ours', async () => {
    process.env.PLANTED_FOR_HTTP_TEST = 'planted-secret-5fd1';
    onTestFinished(() => void delete process.env.PLANTED_FOR_HTTP_TEST);
    const { get, conductor } = await httpFixture({ password: PASSWORD });
    const { paths } = (await get('/api/v1/openapi.json')).json as { paths: Record<string, object> };
    const texts: string[] = [];
    for (const trouble of [null, new Error(`inside: ${process.env.PLANTED_FOR_HTTP_TEST}`)])
      for (const [path, methods] of Object.entries(paths)) {
        if (!('get' in methods) || path === '/stream') continue;
        conductor.trouble = trouble;
        texts.push((await get(`/api/v1${path.replaceAll(/\{\w+\}/g, 'SYM-1')}?seq=1&words=a&path=b`)).text);
      }
    for (const path of ['/', '/healthz', '/metrics', '/api/v1/openapi.json'])
      texts.push((await get(path)).text);
    expect(texts.length).toBeGreaterThan(40);
    for (const text of texts)
      for (const secret of [TOKEN, PASSWORD, 'planted-secret-5fd1']) expect(text).not.toContain(secret);
  });
});

describe('listening', () => {
  test('a port that is taken is told, or the next is used', async () => {
    const { port } = await httpFixture();
    await expect(httpFixture({ port, exact: true })).rejects.toMatchObject({
      failure: { code: 'unavailable', message: expect.stringContaining(`127.0.0.1:${port}`) },
    });
    const next = await httpFixture({ port, exact: false });
    expect(next.port).toBeGreaterThan(port);
    expect(next.port).toBeLessThanOrEqual(port + 20);
    expect((await next.get('/api/v1/status')).status).toBe(200);
  });
});
