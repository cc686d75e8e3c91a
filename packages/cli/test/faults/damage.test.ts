import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { expectRefusal, type Ground, onGround, writes } from './ground.ts';
import { readMirror } from './sound-log.ts';

/** A repository in which A has been played. */
async function onPlayed(act: (ground: Ground, log: string) => Promise<void>): Promise<void> {
  await onGround({}, async (ground) => {
    ground.configure();
    ground.item('A', writes('a.txt'));
    expect((await ground.play()).code).toBe(0);
    await act(ground, join(ground.path, '.symphony', 'log'));
  });
}

/** B is played as if nothing had happened, and A is not played again. */
async function expectToGoOn(ground: Ground): Promise<void> {
  ground.item('B', writes('b.txt'));
  expect((await ground.play()).code).toBe(0);
  expect(await ground.merged()).toEqual(['A', 'B']);
}

describe('a damaged log', () => {
  const injuries: Record<string, (file: string) => void> = {
    'with other bytes': (file) => writeFileSync(file, Buffer.alloc(20_000, 7)),
    'cut short': (file) => truncateSync(file, 9_000),
    'with a page overwritten': (file) => {
      const bytes = readFileSync(file);
      bytes.fill(0xa5, 5_000, 8_000);
      writeFileSync(file, bytes);
    },
  };
  test.concurrent('is told by name and left as it is', () =>
    onPlayed(async (ground, log) => {
      const file = join(log, 'log.db');
      const sound = readFileSync(file);
      ground.item('B', writes('b.txt'));
      for (const injure of Object.values(injuries)) {
        injure(file);
        const bytes = readFileSync(file);
        for (const args of [['status'], ['run', '--rehearse', '--exit-when-idle']])
          expectRefusal(await ground.symphony(args), 'log.db is damaged or is not a log.', /Keep a copy/);
        expect(readFileSync(file).equals(bytes)).toBe(true);
        writeFileSync(file, sound);
      }
      writeFileSync(file, 'nothing');
      expectRefusal(await ground.symphony(['retry', 'A']), 'is damaged or is not a log.', /Keep a copy/);
      const doctor = await ground.symphony(['doctor', '--json']);
      expect(doctor.code).toBe(1);
      expect(doctor.out).toContain('log.db is damaged');
      writeFileSync(file, sound);
      await expectToGoOn(ground);
    }));

  test.concurrent('does not come back to life: moved aside as advised, Symphony starts anew', () =>
    onPlayed(async (ground, log) => {
      writeFileSync(join(log, 'log.db'), 'nothing');
      expectRefusal(await ground.play(), 'is damaged or is not a log.', /move the damaged file aside/);
      renameSync(join(log, 'log.db'), join(log, 'damaged.db'));
      await expectToGoOn(ground);
      // The text of the lost log is the last copy of it.
      expect(existsSync(join(log, 'events.set-aside-1.jsonl'))).toBe(true);
    }));

  test.concurrent('snapshot is passed over: the entries tell the same', () =>
    onPlayed(async (ground, log) => {
      const db = new DatabaseSync(join(log, 'log.db'));
      expect(db.prepare("UPDATE snapshots SET state = '{broken'").run().changes).toBeGreaterThan(0);
      db.close();
      const before = ground.log().entries;
      expect((await ground.symphony(['status'])).out).toMatch(/A +merged/);
      await expectToGoOn(ground);
      expect(ground.log().entries.slice(0, before.length)).toEqual(before);
    }));

  test.concurrent('mirror, half-written, is mended line by line', () =>
    onPlayed(async (ground, log) => {
      const mirror = join(log, 'events.jsonl');
      const whole = readFileSync(mirror);
      writeFileSync(mirror, Buffer.concat([whole.subarray(0, -70), Buffer.from('{"seq":99999,"at')]));
      await expectToGoOn(ground);
      expect(readMirror(log).map(({ seq }) => seq)).toEqual(ground.log().entries.map(({ seq }) => seq));
    }));
});

describe('strange things below .symphony', () => {
  const announcements = ['garbage', 'null', '{"socket":17}', '{"pid":1,"socket":"/nowhere/x.sock"}'];
  test.concurrent('C10 garbage in conductor.json is nobody running', () =>
    onPlayed(async (ground) => {
      for (const text of announcements) {
        ground.put('.symphony/run/conductor.json', text);
        const { code, out } = await ground.symphony(['status']);
        expect({ text, code, out }).toEqual({
          text,
          code: 0,
          out: expect.stringContaining('no conductor runs'),
        });
      }
      await expectToGoOn(ground);
      expect(existsSync(join(ground.path, '.symphony', 'run', 'conductor.json'))).toBe(false);
    }));

  test.concurrent('C10 a control.sock whose process died is replaced', () =>
    onPlayed(async (ground) => {
      const socket = join(ground.path, '.symphony', 'run', 'control.sock');
      const listenAndDie = `require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
      spawnSync(process.execPath, ['-e', listenAndDie, socket]);
      expect(existsSync(socket)).toBe(true);
      ground.put(
        '.symphony/run/conductor.json',
        JSON.stringify({ pid: 1, socket, startedAt: 0, version: 'x' }),
      );
      expect((await ground.symphony(['status'])).out).toContain('no conductor runs');
      await expectToGoOn(ground);
    }));

  test.concurrent('a plain file in place of control.sock is told, not deleted', () =>
    onPlayed(async (ground) => {
      ground.put('.symphony/run/control.sock', 'mine');
      expectRefusal(
        await ground.play(),
        'is there already and is not a socket.',
        /Move what is in its place away/,
      );
      expect(readFileSync(join(ground.path, '.symphony/run/control.sock'), 'utf8')).toBe('mine');
      rmSync(join(ground.path, '.symphony/run/control.sock'));
      await expectToGoOn(ground);
    }));

  test.concurrent('a lock.db that is not ours is told', () =>
    onPlayed(async (ground) => {
      const lock = join(ground.path, '.symphony', 'run', 'lock.db');
      writeFileSync(lock, 'certainly not a database of any kind, however one looks at it');
      expectRefusal(await ground.play(), 'is not the lock Symphony made there.', /Move it away/);
      rmSync(lock);
      mkdirSync(lock);
      expectRefusal(await ground.play(), 'cannot be opened', /Move it away/);
      rmSync(lock, { recursive: true });
      await expectToGoOn(ground);
    }));

  test.concurrent('.symphony is a file: told in words by everything that would write', () =>
    onGround({}, async (ground) => {
      ground.put('.symphony', 'mine');
      const stands = /a file stands where a folder is needed|is not a folder/;
      for (const args of [
        ['run', '--rehearse', 'x'],
        ['board', 'add', 'x'],
        ['init', '--yes'],
      ])
        expectRefusal(await ground.symphony(args), stands, /Move the file/);
      expect((await ground.symphony(['doctor', '--json'])).out).toMatch(stands);
      expect(readFileSync(join(ground.path, '.symphony'), 'utf8')).toBe('mine');
    }));

  test.concurrent.each(['log', 'run', 'sessions', 'bundles', 'board'])(
    '.symphony/%s is a file: `run` says which',
    (name) =>
      onGround({}, async (ground) => {
        ground.put(`.symphony/${name}`, 'mine');
        const refused = await ground.symphony(['run', '--rehearse', '--exit-when-idle']);
        expectRefusal(refused, `.symphony/${name} cannot be written: a file stands where`, /Move the file/);
        expect(readFileSync(join(ground.path, '.symphony', name), 'utf8')).toBe('mine');
      }),
  );
});
