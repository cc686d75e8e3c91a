import { findMarked } from '@symphony/adapters/process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { look, Playhouse } from './playhouse.ts';

const TYPING = { cols: 80, rows: 24, write: true };

let house: Playhouse;
beforeEach(() => {
  house = new Playhouse();
});
afterEach(() => house.end());

test('who comes before the program waits for it and sees all of it; `play` tells how it ended', async () => {
  const early = look(house.terminals.view('a', TYPING));
  await expect(early.view.input('x')).rejects.toMatchObject({ code: 'missing' });
  const ended = house.play('a', 'echo hello; read name; echo "bye $name"; exit 3');
  await early.sees('hello');
  await early.view.input('ada\n');
  expect(await ended).toEqual({ code: 3, signal: null });
  await early.over;
  expect(early.text()).toContain('bye ada');
  expect(early.frames.at(-1)).toEqual({ kind: 'ended', code: 3, signal: null });
});

test('a size told while it waits is the size the program begins with', async () => {
  const early = look(house.terminals.view('a', TYPING));
  await early.view.resize({ cols: 101, rows: 33 });
  const ended = house.play('a', 'until stty size | grep "33 101"; do sleep 0.05; done');
  expect(await ended).toEqual({ code: 0, signal: null });
  await early.over;
});

test('each item has its own program, and the next of an item is shown to who waits for it', async () => {
  const a = look(house.terminals.view('a', TYPING));
  const b = look(house.terminals.view('b', TYPING));
  await Promise.all([house.play('a', 'echo first of a'), house.play('b', 'echo first of b')]);
  await Promise.all([a.over, b.over]);
  expect([a.text(), b.text()]).toEqual(
    ['first of a\r\n', 'first of b\r\n'].map((each) => expect.stringContaining(each)),
  );
  const again = look(house.terminals.view('a', TYPING));
  await house.play('a', 'echo second of a');
  await again.over;
  expect(again.text()).toContain('second of a');
  expect(again.text()).not.toContain('first');
});

test('the program of a run can be ended, and only that one', async () => {
  const a = house.play('a', 'read x');
  const b = house.play('b', 'read x; exit 5');
  const other = look(house.terminals.view('b', TYPING));
  await house.terminals.stop('run-a', 2_000);
  expect(await a).toMatchObject({ code: null });
  await expect.poll(() => other.frames.length).toBeGreaterThan(0);
  await other.view.input('\n');
  expect(await Promise.race([b, new Promise((resolve) => setTimeout(resolve, 3_000, 'still on'))])).toEqual({
    code: 5,
    signal: null,
  });
});

test('closing ends programs with all they started, and who waits; nothing is played after it', async () => {
  const playing = house.play('a', 'sleep 300 & setsid sleep 300 & echo on; read x');
  const watching = look(house.terminals.view('a', { ...TYPING, write: false }));
  const waiting = look(house.terminals.view('b', TYPING));
  await watching.sees('on');
  await house.terminals.close(2_000);
  expect(await playing).toMatchObject({ code: null });
  await Promise.all([watching.over, waiting.over]);
  expect(waiting.frames).toEqual([]);
  expect(await findMarked(house.instance)).toEqual([]);
  await expect(house.play('a', 'true')).rejects.toMatchObject({ failure: { code: 'unavailable' } });
  await look(house.terminals.view('a', TYPING)).over;
});
