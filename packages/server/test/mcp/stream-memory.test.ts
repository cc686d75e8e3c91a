import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { StreamMemory } from '../../src/mcp/stream-memory.ts';

const said = (text: string): JSONRPCMessage => ({
  jsonrpc: '2.0',
  method: 'notifications/message',
  params: { text },
});
const answered = (text: string): JSONRPCMessage => ({ jsonrpc: '2.0', id: 1, result: { text } });

async function missed(memory: StreamMemory, eventId: string): Promise<string[]> {
  const texts: string[] = [];
  await memory.replayEventsAfter(eventId, {
    send: async (_id, message) =>
      void texts.push(JSON.stringify(message).replace(/.*"text":"(.*?)".*/, '$1')),
  });
  return texts;
}

test('M4 what came after an event is told again, in order, and nothing of other streams', async () => {
  const memory = new StreamMemory();
  const first = await memory.storeEvent('a', said('1'));
  await memory.storeEvent('b', said('other'));
  const second = await memory.storeEvent('a', said('2'));
  const third = await memory.storeEvent('a', answered('3'));
  expect(await missed(memory, first)).toEqual(['2', '3']);
  expect(await missed(memory, second)).toEqual(['3']);
  expect(await missed(memory, third)).toEqual([]);
  expect([first, second, third].every((each) => memory.knows(each))).toBe(true);
  for (const madeUp of ['', 'a', 'a.', '.1', 'c.1', 'a.0', 'a.999', 'a.x', '1'])
    expect([madeUp, memory.knows(madeUp)]).toEqual([madeUp, false]);
});

test('M4 answered streams are forgotten before open ones, and never by halves', async () => {
  const memory = new StreamMemory({ events: 4, bytes: 10_000 });
  const waiting = await memory.storeEvent('waiting', said('begun'));
  const done = await memory.storeEvent('done', said('begun'));
  await memory.storeEvent('done', answered('end'));
  await memory.storeEvent('waiting', said('still'));
  expect([waiting, done].map((each) => memory.knows(each))).toEqual([true, true]);
  await memory.storeEvent('waiting', answered('end'));
  expect([waiting, done].map((each) => memory.knows(each))).toEqual([true, false]);
  expect(await missed(memory, waiting)).toEqual(['still', 'end']);
  expect(memory.size.events).toBe(3);
});

test('M4 the memory never grows beyond its limits, whatever comes', async () => {
  const limits = { events: 20, bytes: 2_000 };
  const memory = new StreamMemory(limits);
  for (let each = 0; each < 2_000; each += 1) {
    const text = 'x'.repeat((each * 37) % 400);
    await memory.storeEvent(`s${each % 7}`, each % 5 === 0 ? answered(text) : said(text));
    expect(memory.size.events).toBeLessThanOrEqual(limits.events);
    expect(memory.size.bytes).toBeLessThanOrEqual(limits.bytes);
  }
  const kept = await memory.storeEvent('kept', said('small'));
  const large = await memory.storeEvent('large', said('x'.repeat(3_000)));
  expect([kept, large].map((each) => memory.knows(each))).toEqual([true, false]);
});
