import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectUnix, socketPathFor } from '@symphony/bus/unix';
import { PortError, type TrackedItem } from '@symphony/domain';
import { connectClient, type OperatorCommand, type SocketClient } from '@symphony/protocol';
import { trackedItem } from '@symphony/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fallbackSocketFolder } from '../../src/socket-folder.ts';
import { type DeskParts, openDesk } from '../../src/workbench/commands/index.ts';
import { eventually } from '../control/control-fixture.ts';
import { type Hall, openHall } from '../orchestra/playing.ts';

/** A conductor in a real repository, spoken to over its socket; nothing is played because it drains. */
let hall: Hall;
let client: SocketClient;
beforeAll(async () => {
  hall = await openHall();
  hall.configure({ polling: { interval: '60s' }, players: { first: { agent: 'rehearsal' } } });
  await hall.start();
  client = connectClient(await connectUnix(socketPathFor(hall.workplace.run, fallbackSocketFolder())));
  await client.command({ name: 'drain', on: true, by: 'test' });
});
afterAll(async () => {
  await client.close();
  await hall.clear();
});

const file = (id: string): string => readFileSync(join(hall.workplace.board, `${id}.md`), 'utf8');
const refusal = (command: OperatorCommand) => client.command(command).catch((error: unknown) => error);
const noted = async (): Promise<readonly unknown[]> =>
  (await client.events(0, 10_000, { types: ['operator-commanded'] })).map(({ event }) => event);

describe('C20 work is put on the board and changed there', () => {
  test('add makes a file, names the item, is recorded, and the board tells of it', async () => {
    const board = client.board()[Symbol.asyncIterator]();
    await board.next();
    const answer = await client.command({
      name: 'add',
      title: 'Mend: the "roof"',
      description: 'It leaks.\n---\nBadly.',
      labels: ['Roof'],
      priority: 2,
      player: 'first',
      by: 'ada',
    });
    expect(answer).toEqual({ accepted: true, item: 'S-1', message: 'S-1 is on the board.' });
    expect(file('S-1')).toContain('player: first');
    expect(await noted()).toContainEqual({
      type: 'operator-commanded',
      command: 'add',
      item: 'S-1',
      by: 'ada',
    });
    // That it was asked for may be told before the board has been read again.
    let { value } = await board.next();
    while (value?.kind === 'change' && value.items.length === 0) ({ value } = await board.next());
    expect(value).toMatchObject({
      kind: 'change',
      items: [{ identifier: 'S-1', title: 'Mend: the "roof"', priority: 2, labels: ['roof'] }],
    });
    await board.return?.();
  });

  test('null of new work is nothing to write', async () => {
    const answer = await client.command({
      name: 'add',
      title: 'Plain',
      player: null,
      priority: null,
      by: 'ada',
    });
    expect(answer.item).toBe('S-2');
    expect(file('S-2')).not.toContain('player');
  });

  test('edit changes what is named, by identifier in any case, and nothing else', async () => {
    const place = join(hall.workplace.board, 'S-2.md');
    writeFileSync(place, file('S-2').replace('---\n', '---\n# a comment of mine\nown: [1,  2]\n'));
    const answer = await client.command({ name: 'edit', id: 's-2', rank: 1_500.25, title: 'New', by: 'bob' });
    expect(answer).toEqual({ accepted: true, item: 'S-2', message: 'S-2 is changed.' });
    expect(file('S-2')).toContain('# a comment of mine\nown: [1,  2]\n');
    await eventually(() => file('S-2')).toContain('rank: 1500.25');
    const shown = async () => (await client.status()).items.find(({ id }) => id === 'S-2');
    await expect.poll(shown, { timeout: 10_000 }).toMatchObject({ title: 'New', rank: 1_500.25 });
    expect(await noted()).toContainEqual({
      type: 'operator-commanded',
      command: 'edit',
      item: 'S-2',
      by: 'bob',
    });
  });

  test('null takes rank and player away again', async () => {
    await client.command({ name: 'edit', id: 'S-2', player: 'first', by: 'bob' });
    await client.command({ name: 'edit', id: 'S-2', rank: null, player: null, priority: null, by: 'bob' });
    const shown = async () => (await client.status()).items.find(({ id }) => id === 'S-2');
    await expect.poll(shown, { timeout: 10_000 }).toMatchObject({ title: 'New', rank: null });
    expect(file('S-2')).not.toMatch(/^(rank|player):/m);
  });

  test('an item the conductor has not seen, because its column is none of its own, can be edited', async () => {
    writeFileSync(join(hall.workplace.board, 'S-9.md'), '---\ntitle: Later\nstate: Done\n---\n');
    await client.command({ name: 'edit', id: 'S-9', state: 'todo', by: 'bob' });
    expect(file('S-9')).toContain('state: Todo');
  });

  test.each([
    [{ name: 'edit', id: 'S-77', title: 'x', by: 'a' }, 'missing', /no item S-77/],
    [{ name: 'edit', id: 'S-1', state: 'Dnoe', by: 'a' }, 'invalid', /no state "Dnoe"/],
    [{ name: 'edit', id: 'S-1', player: 'nobody', by: 'a' }, 'invalid', /no player nobody/],
    [{ name: 'add', title: 'x', player: '__proto__', by: 'a' }, 'invalid', /no player __proto__/],
  ] as const)('%j is refused in words', async (command, code, sentence) => {
    const before = await noted();
    expect(await refusal(command)).toMatchObject({
      name: 'RequestError',
      code,
      message: expect.stringMatching(sentence),
    });
    expect(await noted()).toEqual(before); // nothing was done, so nothing is recorded
  });
});

describe('the desk', () => {
  const desk = (parts: Partial<DeskParts>) =>
    openDesk({
      root: '/nowhere',
      tracker: async () => ({ kind: 'linear' }),
      settings: () => null,
      state: () => ({ items: new Map() }),
      request: () => Promise.reject(new Error('not asked for')),
      note: async () => ({ accepted: true, message: '' }),
      ...parts,
    });

  test('a tracker that cannot take or change work says so', async () => {
    const act = desk({});
    await expect(act({ name: 'add', title: 'x', by: 'a' })).rejects.toMatchObject({
      code: 'refused',
      message: 'The tracker (linear) cannot take new work from here.',
    });
    await expect(act({ name: 'edit', id: 'x', by: 'a' })).rejects.toMatchObject({ code: 'refused' });
  });

  const add = async (): Promise<TrackedItem> => trackedItem('X-1');

  test('what was done and could not be recorded is both told', async () => {
    const full = new PortError({ code: 'disk', message: 'The disk is full.' });
    const act = desk({ tracker: async () => ({ kind: 'x', add }), note: () => Promise.reject(full) });
    expect(await act({ name: 'add', title: 'x', by: 'a' })).toEqual({
      accepted: true,
      item: 'X-1',
      message: 'X-1 is on the board. Who asked is not recorded: The disk is full.',
    });
  });

  test('one after the other, and a failure does not stop the next', async () => {
    const order: string[] = [];
    const slow = async ({ title }: { readonly title: string }): Promise<TrackedItem> => {
      order.push(`${title} begins`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push(`${title} ends`);
      if (title === 'one') throw new PortError({ code: 'refused', message: 'No.' });
      return trackedItem(title);
    };
    const act = desk({ tracker: async () => ({ kind: 'x', add: slow }) });
    const both = await Promise.allSettled([
      act({ name: 'add', title: 'one', by: 'a' }),
      act({ name: 'add', title: 'two', by: 'a' }),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
  });
});
