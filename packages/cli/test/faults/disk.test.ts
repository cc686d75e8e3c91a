import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectRefusal, writes } from './ground.ts';
import { onSmallDisk, whyNoSmallDisk } from './small-disk.ts';

const reason = whyNoSmallDisk();

describe.skipIf(reason !== null)(
  `a disk${reason === null ? '' : ` (cannot be mounted here: ${reason})`}`,
  () => {
    test.concurrent('full before the start: told in words, reading goes on, nothing is lost', () =>
      onSmallDisk(async (ground, disk) => {
        ground.configure();
        ground.item('A', writes('a.txt'));
        expect((await ground.play()).code).toBe(0);
        const before = ground.log().entries;
        ground.item('B', writes('b.txt'));
        disk.fill();
        const full = /[Tt]he disk is full/;
        for (const args of [
          ['run', '--rehearse', '--exit-when-idle'],
          ['run', '--rehearse', 'C'],
          ['board', 'add', 'C'],
          ['retry', 'A'],
        ])
          expectRefusal(await ground.symphony(args), full, /Free some space/);
        expect((await ground.symphony(['status'])).out).toMatch(/A +merged/);
        expect((await ground.symphony(['events', '--limit', '1'])).code).toBe(0);
        expect((await ground.symphony(['doctor', '--json'])).out).toMatch(full);
        disk.free();
        expect(ground.log().entries).toEqual(before);
        expect((await ground.play()).code).toBe(0);
        expect(await ground.merged()).toEqual(['A', 'B']);
        expect((await ground.symphony(['board', 'list', '--json'])).out).not.toContain('"C"');
      }));

    test.concurrent('C6 C8 full while agents work: it ends with 1 and the reason, leaves no process, and the next run merges each item once', () =>
      onSmallDisk(async (ground, disk) => {
        ground.configure();
        const ids = ['A', 'B', 'C'];
        for (const id of ids)
          ground.item(id, [
            { say: 'I begin' },
            { write: { path: `${id}.txt`, text: id } },
            { sleep: '2500ms' },
            { commit: `Add ${id}.txt` },
          ]);
        const playing = ground.start(['run', '--rehearse', '--exit-when-idle']);
        await ground.heard(...ids);
        disk.fill();
        const { code, out, err } = await playing.ended;
        expect(code).toBe(1);
        expect(out).toMatch(/^Ended: The disk is full/m);
        expect(`${out}${err}`).not.toMatch(/\bENOSPC\b|\n\s+at /);
        expect(await ground.processes()).toEqual([]);
        expect(existsSync(join(ground.path, '.symphony', 'run', 'conductor.json'))).toBe(false);
        disk.free();
        ground.log();
        expect((await ground.play()).code).toBe(0);
        expect((await ground.merged()).sort()).toEqual(ids);
        for (const id of ids) expect(await ground.repository.read(`${id}.txt`, 'main')).toBe(id);
        expect(await ground.repository.git('fsck', '--full', '--strict', '--no-dangling')).toBe('');
      }));

    test.concurrent('read-only: everything can be looked at, and what would write says it plainly', () =>
      onSmallDisk(async (ground, disk) => {
        ground.configure();
        ground.item('A', writes('a.txt'));
        expect((await ground.play()).code).toBe(0);
        const before = ground.log().entries;
        disk.lock();
        expect((await ground.symphony(['status'])).out).toMatch(/A +merged/);
        expect((await ground.symphony(['board', 'list'])).out).toMatch(/A +Done/);
        expect((await ground.symphony(['explain', 'A'])).code).toBe(0);
        expect((await ground.symphony(['config', 'show'])).code).toBe(0);
        for (const args of [
          ['run', '--rehearse', 'C'],
          ['board', 'add', 'C'],
          ['board', 'move', 'A', 'Todo'],
          ['retry', 'A'],
          ['init', '--yes', '--force'],
        ])
          expectRefusal(await ground.symphony(args), /read-only/, /writable/);
        expect((await ground.symphony(['doctor', '--json'])).out).toContain('the disk is read-only');
        disk.unlock();
        expect(ground.log().entries).toEqual(before);
      }));

    test.concurrent('read-only from the beginning: the first run and the first item say so too', () =>
      onSmallDisk(async (ground, disk) => {
        disk.lock();
        for (const args of [
          ['run', '--rehearse', 'C'],
          ['board', 'add', 'C'],
          ['init', '--yes'],
        ])
          expectRefusal(await ground.symphony(args), /read-only/, /writable/);
        expect((await ground.symphony(['status'])).code).toBe(0);
        disk.unlock();
      }));
  },
);
