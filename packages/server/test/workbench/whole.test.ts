import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectUnix, socketPathFor } from '@symphony/bus/unix';
import { connectClient, type SocketClient } from '@symphony/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fallbackSocketFolder } from '../../src/socket-folder.ts';
import { type Hall, openHall, WRITES } from '../orchestra/playing.ts';

/** A conductor as it is, in a real repository, spoken to over its socket. */
let hall: Hall;
let client: SocketClient;
beforeAll(async () => {
  hall = await openHall();
  hall.configure({ players: { first: { agent: 'rehearsal' } } });
  await hall.start();
  client = connectClient(await connectUnix(socketPathFor(hall.workplace.run, fallbackSocketFolder())));
});
afterAll(async () => {
  await client.close();
  await hall.clear();
});

const file = () => readFileSync(join(hall.workplace.folder, 'symphony.yaml'), 'utf8');

describe('a workbench over the socket of a running conductor', () => {
  test('settings are looked at, saved and in force, and it is recorded who did it', async () => {
    const { text } = await client.ask('settings', {});
    expect(text).toBe(file());
    const next = `${JSON.stringify({ ...JSON.parse(text), max_turns: 7 })}\n`;
    const save = { name: 'save-settings', text: next, instead: text, by: 'ada' } as const;
    expect(await client.command(save)).toMatchObject({ accepted: true });
    expect(file()).toBe(next);
    await expect
      .poll(async () => {
        const applied = await client.events(0, 10_000, { types: ['settings-applied'] });
        const event = applied.at(-1)?.event;
        return event?.type === 'settings-applied' && event.settings.maxTurns;
      })
      .toBe(7);
    await expect(client.command(save)).rejects.toMatchObject({ code: 'conflict' });
    await expect(client.command({ ...save, text: 'max_turns: 0', instead: next })).rejects.toMatchObject({
      code: 'invalid',
    });
    const asked = await client.events(0, 10_000, { types: ['operator-commanded'] });
    expect(asked.map(({ event }) => event)).toEqual([
      { type: 'operator-commanded', command: 'save-settings', item: null, by: 'ada' },
    ]);
  });

  test('a melody is checked, saved and played', async () => {
    const { melody } = await client.ask('melody-source', { name: 'release-notes' });
    const mine = {
      ...melody,
      name: 'mine',
      flow: { nodes: [NODE], edges: [] },
      parameters: [],
      triggers: [],
    };
    expect((await client.ask('check-melody', { melody: mine })).problems).toEqual([]);
    await client.command({ name: 'save-melody', melody: mine, over: false, by: 'ada' });
    const answer = await client.command({ name: 'melody-run', melody: 'mine', parameters: {}, by: 'ada' });
    expect(answer).toMatchObject({ accepted: true, run: expect.stringMatching(/^melody-/) });
    await expect
      .poll(async () => (await client.melody(answer.run ?? '')).state, { timeout: 10_000 })
      .toBe('completed');
  });

  test('work that is added is played, and the board tells it to the end', async () => {
    hall.item('A', WRITES);
    await client.command({ name: 'refresh', by: 'ada' });
    const states: string[] = [];
    for await (const frame of client.board()) {
      const items = frame.kind === 'board' ? frame.status.items : frame.items;
      const item = items.find(({ id }) => id === 'A');
      if (item) states.push(item.outcome === 'merged' ? 'merged' : item.state);
      if (states.at(-1) === 'merged') break;
    }
    expect(states.length).toBeGreaterThan(1);
    expect(await client.ask('item', { id: 'A' })).toMatchObject({ item: { outcome: 'merged' } });
  });
});

const NODE = { id: 'pause', kind: 'operator', operator: 'wait', config: { ms: 1 } } as const;
