import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkHttp } from '../../src/doctor/http.ts';

const HTTP = { enabled: true, host: '127.0.0.1', port: null, password: null, names: [] };

async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

describe('C24 the workbench', () => {
  test('as it is by default', async () => {
    expect(await checkHttp(HTTP, false)).toMatchObject({ name: 'http', status: 'ok' });
    expect(await checkHttp({ ...HTTP, enabled: false, host: '0.0.0.0' }, false)).toMatchObject({
      status: 'ok',
    });
  });

  test('open to others needs a password', async () => {
    const open = { ...HTTP, host: '0.0.0.0' };
    expect(await checkHttp(open, false)).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('others could reach it at 0.0.0.0'),
      fix: expect.stringContaining('http.password'),
    });
    expect(await checkHttp({ ...open, password: '$PW' }, false)).toMatchObject({ status: 'ok' });
  });

  test('a port that is taken, unless it is ours', async () => {
    const port = await takenPort();
    expect(await checkHttp({ ...HTTP, port }, false)).toMatchObject({
      status: 'warning',
      message: `Port ${port} is taken, so there will be no workbench.`,
    });
    expect(await checkHttp({ ...HTTP, port }, true)).toMatchObject({ status: 'ok' });
  });

  test('a host that is not ours to listen on', async () => {
    const elsewhere = { ...HTTP, host: '192.0.2.1', password: '$PW' };
    expect(await checkHttp(elsewhere, false)).toMatchObject({ status: 'warning', fix: expect.any(String) });
  });
});
