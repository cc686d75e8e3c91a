import type { Chamber, ChamberPort, ChamberRequest } from '@symphony/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** One port to test, and the hands that work in its chambers. */
export interface ChamberStage {
  readonly chambers: ChamberPort;
  /** Leaves an uncommitted change. */
  write(chamber: Chamber, path: string, text: string): Promise<void>;
  /** Commits everything uncommitted. */
  commit(chamber: Chamber, message: string): Promise<void>;
  /** Lands the chamber's branch on `main`. */
  merge(chamber: Chamber): Promise<void>;
  /** Makes the hook fail from now on. */
  failHook(hook: 'before_run' | 'after_run'): Promise<void>;
  close(): Promise<void>;
}

/** What every ChamberPort does. The target is `main` and exists. */
export function chamberContract(name: string, open: () => Promise<ChamberStage>): void {
  describe(`chambers: ${name}`, () => {
    let stage: ChamberStage;
    let chambers: ChamberPort;
    beforeEach(async () => {
      stage = await open();
      chambers = stage.chambers;
    });
    afterEach(() => stage.close());

    const request = (identifier: string, known: Chamber | null = null): ChamberRequest => ({
      item: `id-of-${identifier}`,
      identifier,
      title: 'A piece of work',
      target: 'main',
      known,
    });

    test('M1 a new chamber holds nothing of its own', async () => {
      const chamber = await chambers.prepare(request('A-1'));
      expect(chamber.branch).toBe(`symphony/${chamber.key}`);
      const seen = await chambers.inspect(chamber);
      expect(seen).toMatchObject({ head: chamber.baseCommit, commits: 0, dirty: [] });
    });

    test('M1 asking again gives the same chamber with everything in it', async () => {
      const chamber = await chambers.prepare(request('A-1'));
      await stage.write(chamber, 'done.txt', 'done');
      await stage.commit(chamber, 'Done');
      await stage.write(chamber, 'half.txt', 'half');
      const before = await chambers.inspect(chamber);
      expect(await chambers.prepare(request('A-1'))).toEqual(chamber);
      expect(await chambers.prepare(request('A-1', chamber))).toEqual(chamber);
      expect(await chambers.inspect(chamber)).toEqual(before);
      expect(before).toMatchObject({ commits: 1, dirty: ['half.txt'] });
    });

    test('M1 svc-D5 identifiers that read alike get chambers of their own', async () => {
      const identifiers = ['a/b', 'a_b', 'a b', 'A_B', '..', '.', 'a/b '];
      const made: Chamber[] = [];
      for (const identifier of identifiers) made.push(await chambers.prepare(request(identifier)));
      expect(new Set(made.map(({ key }) => key.toLowerCase())).size).toBe(identifiers.length);
      expect(new Set(made.map(({ path }) => path)).size).toBe(identifiers.length);
      expect(new Set(made.flatMap(({ ports }) => ports)).size).toBe(
        made.flatMap(({ ports }) => ports).length,
      );
    });

    test('the base the log knows wins over the recorded one', async () => {
      const chamber = await chambers.prepare(request('A-1'));
      await stage.write(chamber, 'one.txt', '1');
      await stage.commit(chamber, 'One');
      const { head } = await chambers.inspect(chamber);
      const again = await chambers.prepare(request('A-1', { ...chamber, baseCommit: head }));
      expect(again.baseCommit).toBe(head);
    });

    test('a chamber is not given to another item with the same identifier', async () => {
      await chambers.prepare(request('A-1'));
      const stranger = chambers.prepare({ ...request('A-1'), item: 'somebody else' });
      await expect(stranger).rejects.toMatchObject({ failure: { code: 'conflict' } });
    });

    test('C18 every change gives another fingerprint', async () => {
      const chamber = await chambers.prepare(request('A-1'));
      const prints: string[] = [];
      const look = async () => {
        const { fingerprint } = await chambers.inspect(chamber);
        expect((await chambers.inspect(chamber)).fingerprint).toBe(fingerprint);
        prints.push(fingerprint);
      };
      await look();
      for (const text of ['one', 'two', 'six']) {
        await stage.write(chamber, 'file.txt', text);
        await look();
      }
      await stage.commit(chamber, 'Six');
      await look();
      expect(new Set(prints).size).toBe(prints.length);
    });

    test('dirty paths are bounded', async () => {
      const chamber = await chambers.prepare(request('A-1'));
      for (let at = 0; at < 103; at += 1) await stage.write(chamber, `file-${at}.txt`, 'x');
      expect((await chambers.inspect(chamber)).dirty).toHaveLength(100);
    });

    test('M2 an untouched chamber goes, and going twice is harmless', async () => {
      const chamber = await chambers.prepare(request('A-1'));
      for (let time = 0; time < 2; time += 1)
        expect(await chambers.remove(chamber, { target: 'main', force: false })).toEqual({
          kind: 'removed',
          bundle: null,
        });
      expect(await chambers.list()).toEqual([]);
      await expect(chambers.inspect(chamber)).rejects.toMatchObject({ failure: { code: 'missing' } });
    });

    test('M2 merged work goes without a bundle', async () => {
      const chamber = await chambers.prepare(request('A-1'));
      await stage.write(chamber, 'file.txt', 'text');
      await stage.commit(chamber, 'Work');
      await stage.merge(chamber);
      const removal = await chambers.remove(chamber, { target: 'main', force: false });
      expect(removal).toEqual({ kind: 'removed', bundle: null });
    });

    test.each(['uncommitted', 'unmerged'])(
      'M2 %s work keeps the chamber, force stores it first',
      async (what) => {
        const chamber = await chambers.prepare(request('A-1'));
        await stage.write(chamber, 'file.txt', 'text');
        if (what === 'unmerged') await stage.commit(chamber, 'Work');
        const before = await chambers.inspect(chamber);
        const kept = await chambers.remove(chamber, { target: 'main', force: false });
        expect(kept).toMatchObject({
          kind: 'kept',
          reason: expect.stringMatching(/\d+ (?:files?|commits?) /),
        });
        expect(await chambers.inspect(chamber)).toEqual(before);
        const removed = await chambers.remove(chamber, { target: 'main', force: true });
        expect(removed).toMatchObject({ kind: 'removed', bundle: expect.stringContaining(chamber.key) });
        expect(await chambers.list()).toEqual([]);
        expect(await chambers.remove(chamber, { target: 'main', force: true })).toEqual(removed);
      },
    );

    test('a removed chamber is made anew, from the target as it is then', async () => {
      const first = await chambers.prepare(request('A-1'));
      await stage.write(first, 'file.txt', 'text');
      await stage.commit(first, 'Work');
      const { head } = await chambers.inspect(first);
      await stage.merge(first);
      await chambers.remove(first, { target: 'main', force: false });
      const second = await chambers.prepare(request('A-1', first));
      expect(second.baseCommit).not.toBe(first.baseCommit);
      expect(second.baseCommit).toBe(head);
      expect(await chambers.inspect(second)).toMatchObject({ commits: 0, dirty: [] });
    });

    test('list tells whose chamber is where', async () => {
      const chamber = await chambers.prepare(request('A-1'));
      const { key, path, branch, baseCommit } = chamber;
      expect(await chambers.list()).toEqual([{ key, path, branch, baseCommit, item: 'id-of-A-1' }]);
    });

    test('svc-S7 a failing before_run hook is told, a failing after_run hook is not', async () => {
      const chamber = await chambers.prepare(request('A-1'));
      await chambers.runHook(chamber, 'before_run');
      await stage.failHook('before_run');
      await stage.failHook('after_run');
      await expect(chambers.runHook(chamber, 'before_run')).rejects.toMatchObject({ name: 'PortError' });
      await expect(chambers.runHook(chamber, 'after_run')).resolves.toBeUndefined();
    });
  });
}
