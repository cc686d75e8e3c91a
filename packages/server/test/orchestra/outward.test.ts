import { readFileSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openReceiver } from '../notify/receiver.ts';
import { openCollector } from '../telemetry/collector.ts';
import { type Hall, openHall, WRITES } from './playing.ts';

let hall: Hall;
beforeEach(async () => {
  hall = await openHall();
});
afterEach(() => hall.clear());

const holder = () => JSON.parse(readFileSync(join(hall.workplace.run, 'conductor.json'), 'utf8'));
const fragment = (workbench: string | null) => new URL(workbench ?? '').hash.replace('#token=', '');

/** Warnings of this process that speak of this. */
function warnings(about: RegExp): string[] {
  const heard: string[] = [];
  const hear = ({ name, message }: Error): void => {
    if (name === 'Symphony' && about.test(message)) heard.push(message);
  };
  process.on('warning', hear);
  onTestFinished(() => void process.off('warning', hear));
  return heard;
}

async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

describe('the HTTP face of an orchestra', () => {
  test('is open while it plays, lets in who has the token, and the token stays over a restart', async () => {
    const first = await hall.start();
    const { url, mode, trouble } = holder();
    expect({ mode, trouble }).toEqual({ mode: 'foreground', trouble: null });
    expect(first.workbench()).toBe(`${url}/#token=${fragment(first.workbench())}`);
    expect(fragment(first.workbench())).toMatch(/^[\w-]{43}$/);
    expect(statSync(join(hall.workplace.run, 'token')).mode & 0o777).toBe(0o600);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/api/v1/status`)).status).toBe(401);
    const authorization = `Bearer ${fragment(first.workbench())}`;
    const status = await fetch(`${url}/api/v1/status`, { headers: { authorization } });
    expect(await status.json()).toMatchObject({ target: 'main' });
    await first.stop('graceful');
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();

    const second = await hall.start({ daemon: true });
    expect(holder().mode).toBe('daemon');
    expect(fragment(second.workbench())).toBe(fragment(first.workbench()));
  });

  test('that cannot open where it was told to is said to be closed, and work goes on', async () => {
    const heard = warnings(/workbench/);
    hall.configure({ http: { port: await takenPort() } });
    hall.item('A', WRITES);
    const orchestra = await hall.start({ exitWhenIdle: true });
    expect(orchestra.workbench()).toBeNull();
    expect(holder().trouble).toMatch(/another program uses it\. .*\.$/);
    expect(await orchestra.finished).toMatchObject({ code: 0 });
    expect(heard).toEqual([expect.stringContaining('There is no workbench: ')]);
  });

  test('is not opened to others without a password, and says so loudly', async () => {
    const heard = warnings(/workbench/);
    hall.configure({ http: { host: '0.0.0.0' } });
    const orchestra = await hall.start();
    expect(orchestra.workbench()).toBeNull();
    expect(heard).toEqual([expect.stringMatching(/Others could reach the workbench at 0\.0\.0\.0/)]);
  });

  test('can be switched off', async () => {
    hall.configure({ http: { enabled: false } });
    expect((await hall.start()).workbench()).toBeNull();
    expect(holder()).toMatchObject({ url: null, trouble: null });
  });
});

describe('what an orchestra tells outside', () => {
  test('a merge is told and recorded before a run that was for it ends', async () => {
    const receiver = await openReceiver();
    process.env.SYMPHONY_TEST_HOOK = receiver.url;
    onTestFinished(() => void delete process.env.SYMPHONY_TEST_HOOK);
    hall.configure({ notify: [{ kind: 'webhook', url: '$SYMPHONY_TEST_HOOK', on: ['done'] }] });
    hall.item('A', WRITES);
    const orchestra = await hall.start({ exitWhenIdle: true });
    const { url } = holder();
    await orchestra.finished;
    expect(receiver.received.map(({ body }) => JSON.parse(body).data)).toMatchObject([
      {
        kind: 'done',
        item: 'A',
        title: 'A is merged',
        text: 'Work of A\nEverything is done.',
        link: `${url}/item/A`,
      },
    ]);
    const log = readFileSync(join(hall.workplace.log, 'events.jsonl'), 'utf8');
    expect(log).toContain('"type":"notice-sent","channel":"webhook"');
    expect(log).not.toContain('secret-path');
  });

  test('a run is traced from its start to its merge', async () => {
    const collector = await openCollector();
    hall.configure({ telemetry: { endpoint: collector.url } });
    hall.item('A', WRITES);
    expect((await hall.play()).code).toBe(0);
    const names = collector.spans.map(({ name }) => name);
    for (const name of ['run', 'turn', 'proof', 'merge']) expect(names).toContain(name);
    expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(1);
  });
});
