import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/client';
import { PortError } from '@symphony/domain';
import { ManualClock } from '@symphony/testkit';
import { expect, test, vi } from 'vitest';
import { SystemClock } from '../../src/system-clock.ts';
import { person } from './person.ts';
import { connect, openHost, runTools } from './stage.ts';

const MODERN = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const;

const ask = async (client: Client, options = {}) => {
  const call = { name: 'ask_human', arguments: { question: 'Go on?' } };
  const { content, isError } = await client.callTool(call, options);
  return { isError: isError === true, text: content[0]?.type === 'text' ? content[0].text : '' };
};

/** Time that runs a hundred times as fast, for waits that are minutes long. */
const hurried = () => {
  const clock = new SystemClock(0);
  return {
    now: () => clock.now(),
    soon: (call: () => void) => clock.soon(call),
    after: (ms: number, call: () => void) => clock.after(ms / 100, call),
  };
};

for (const [era, options] of [
  ['sessions', {}],
  ['single requests', MODERN],
] as const) {
  test(`M4 a person may take longer than the program's time limit, which signs of life put off (${era})`, async () => {
    const { host } = await openHost({ clock: hurried() });
    const { askHuman, asked, answer } = person();
    const client = await connect(host.admit(runTools('A-1', { askHuman })).server, options);
    const told: unknown[] = [];
    const limits = {
      timeout: 700,
      resetTimeoutOnProgress: true,
      onprogress: (each: unknown) => told.push(each),
    };
    const waiting = ask(client, limits);
    await sleep(2_000);
    answer('Yes.');
    expect(await waiting).toEqual({ isError: false, text: 'Yes.' });
    expect(asked).toHaveLength(1);
    expect(told.length).toBeGreaterThan(5);
    expect(told[0]).toMatchObject({ message: 'Waiting for a person to answer.' });
  });

  test(`M4 the same question asked again goes on with the same wait (${era})`, async () => {
    const { host } = await openHost();
    const { askHuman, asked, withdrawn, answer } = person();
    const client = await connect(host.admit(runTools('A-1', { askHuman })).server, options);
    await expect(ask(client, { timeout: 200 })).rejects.toThrow(/timed out/);
    answer('Yes, late.');
    expect(await ask(client)).toEqual({ isError: false, text: 'Yes, late.' });
    expect([asked.length, withdrawn.length]).toEqual([1, 0]);
  });

  test(`M4 the end of the run withdraws the question and tells the agent (${era})`, async () => {
    const { host } = await openHost();
    const { askHuman, asked, withdrawn } = person();
    const admission = host.admit(runTools('A-1', { askHuman }));
    const client = await connect(admission.server, options);
    const waiting = ask(client);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    admission.close();
    expect(await waiting).toMatchObject({ isError: true, text: expect.stringContaining('has ended') });
    expect(withdrawn).toHaveLength(1);
  });

  test(`M4 a question that nobody waits for any more is withdrawn after a while (${era})`, async () => {
    const clock = new ManualClock();
    const { host } = await openHost({ clock });
    const { askHuman, asked, withdrawn } = person();
    const client = await connect(host.admit(runTools('A-1', { askHuman })).server, options);
    const cancel = new AbortController();
    const waiting = ask(client, { signal: cancel.signal });
    waiting.catch(() => undefined);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await clock.advance(3_600_000);
    expect(withdrawn).toHaveLength(0);
    cancel.abort();
    await expect(waiting).rejects.toThrow();
    await vi.waitFor(() => expect(clock.due).toEqual([300_000]));
    await clock.advance(300_000);
    expect(withdrawn).toHaveLength(1);
  });
}

test('M4 an agent that is gone without a word no longer counts as waiting', async () => {
  const clock = new ManualClock();
  const { host } = await openHost({ clock });
  const { askHuman, asked, withdrawn } = person();
  const client = await connect(host.admit(runTools('A-1', { askHuman })).server);
  ask(client).catch(() => undefined);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  await client.close();
  await vi.waitFor(() => expect(clock.due).toEqual([60_000]));
  await clock.advance(60_000); // it might have come back
  await vi.waitFor(() => expect(clock.due).toEqual([300_000]));
  expect(withdrawn).toHaveLength(0);
  await clock.advance(300_000);
  expect(withdrawn).toHaveLength(1);
});

test('M4 an answer that crossed with a retry is said again, and a later question is a new one', async () => {
  const clock = new ManualClock();
  const { host } = await openHost({ clock });
  const { askHuman, asked, withdrawn, answer } = person();
  const client = await connect(host.admit(runTools('A-1', { askHuman })).server);
  const first = ask(client);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  answer('Yes.');
  expect([await first, await ask(client)].map(({ text }) => text)).toEqual(['Yes.', 'Yes.']);
  await clock.advance(10_000);
  const second = ask(client);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  answer('No.');
  expect((await second).text).toBe('No.');
  expect(withdrawn).toHaveLength(0);
});

test('M4 a question that could not be put to anyone can be asked again', async () => {
  const { host } = await openHost();
  const refusals = [new PortError({ code: 'unavailable', message: 'Nobody is there.' })];
  const askHuman = async () => {
    const refusal = refusals.pop();
    if (refusal) throw refusal;
    return 'Yes.';
  };
  const client = await connect(host.admit(runTools('A-1', { askHuman })).server);
  expect(await ask(client)).toEqual({ isError: true, text: 'Nobody is there.' });
  expect(await ask(client)).toEqual({ isError: false, text: 'Yes.' });
});
