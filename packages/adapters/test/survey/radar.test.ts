import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Chamber, failureOf, PortError, type Sight } from '@symphony/domain';
import { seeded } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { Radar } from '../../src/survey/radar.ts';
import { openSurveyHall, type SurveyHall } from './hall.ts';

const TEN = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join('');
const line = (at: number, text: string): string => TEN.replace(`line ${at}\n`, `${text}\n`);
const FILES = { 'a.txt': TEN, 'b.txt': TEN, 'c.txt': TEN };

type Changes = Readonly<Record<string, string | null>>;

/** Chambers by the item's name, and a radar over them. */
class Watch {
  readonly radar: Radar;
  readonly stage: SurveyHall;
  readonly #chambers = new Map<string, Chamber>();

  constructor(stage: SurveyHall) {
    this.stage = stage;
    this.radar = new Radar(stage.survey);
  }

  static async open(...items: string[]): Promise<Watch> {
    const watch = new Watch(await openSurveyHall({ files: FILES }));
    for (const item of items) watch.#chambers.set(item, await watch.stage.hall.prepare(item));
    return watch;
  }

  chamber(item: string): Chamber {
    const found = this.#chambers.get(item);
    if (found) return found;
    throw new Error(`no chamber of ${item}`);
  }

  async write(item: string, changes: Changes, commit = false): Promise<void> {
    const within = this.stage.hall.in(this.chamber(item));
    await within.write(changes);
    if (commit) await within.commit({}, `Work of ${item}`);
  }

  look(item: string) {
    return this.radar.look(item, this.chamber(item));
  }

  async change(item: string, changes: Changes, commit = false) {
    await this.write(item, changes, commit);
    return this.look(item);
  }
}

describe('M10 the collision radar', () => {
  test('M10 chambers apart do not collide and are not merged', async () => {
    const watch = await Watch.open('A', 'B');
    expect(await watch.look('A')).toEqual({ changed: false, collisions: [] });
    expect(await watch.change('A', { 'a.txt': line(1, 'one') })).toEqual({ changed: true, collisions: [] });
    expect(await watch.change('B', { 'b.txt': line(1, 'one') })).toEqual({ changed: true, collisions: [] });
    expect(watch.stage.started).not.toContain('merge-tree');
  });

  test('M10 places of one file that are apart overlap and do not conflict, uncommitted or not', async () => {
    const watch = await Watch.open('A', 'B');
    await watch.change('A', { 'a.txt': line(1, 'one') });
    const overlap = { files: ['a.txt'], conflicts: [] };
    expect(await watch.change('B', { 'a.txt': line(8, 'eight') }, true)).toEqual({
      changed: true,
      collisions: [{ other: 'A', ...overlap }],
    });
    expect(await watch.look('A')).toEqual({ changed: false, collisions: [{ other: 'B', ...overlap }] });
  });

  test('M10 a conflict is sure once it was tried, and over when one gives way', async () => {
    const watch = await Watch.open('A', 'B', 'C');
    await watch.change('A', { 'a.txt': line(5, 'mine'), 'b.txt': line(1, 'x') }, true);
    await watch.change('C', { 'c.txt': line(5, 'c') });
    expect(await watch.change('B', { 'a.txt': line(5, 'other'), 'b.txt': line(9, 'y') })).toEqual({
      changed: true,
      collisions: [{ other: 'A', files: ['a.txt', 'b.txt'], conflicts: ['a.txt'] }],
    });
    expect(await watch.change('B', { 'a.txt': TEN, 'b.txt': TEN })).toEqual({
      changed: true,
      collisions: [],
    });
    expect((await watch.look('A')).collisions).toEqual([]);
  });

  test('M10 a file that is moved or deleted collides with whoever changes it', async () => {
    const watch = await Watch.open('A', 'B', 'C');
    await watch.change('A', { 'a.txt': null, 'moved.txt': TEN }, true);
    expect((await watch.change('B', { 'a.txt': line(3, 'three') })).collisions).toEqual([
      { other: 'A', files: ['a.txt'], conflicts: [] },
    ]);
    await watch.change('A', { 'moved.txt': line(3, 'another') }, true);
    expect((await watch.look('B')).collisions).toMatchObject([{ other: 'A', conflicts: ['moved.txt'] }]);
    expect((await watch.change('C', { 'a.txt': null })).collisions.map(({ other }) => other)).toEqual([
      'A',
      'B',
    ]);
  });

  test('M10 without a change nothing is merged; a commit of what was seen is no change', async () => {
    const watch = await Watch.open('A', 'B');
    const { started } = watch.stage;
    await watch.change('A', { 'a.txt': line(5, 'mine') });
    await watch.change('B', { 'a.txt': line(5, 'other') });
    started.splice(0);
    expect((await watch.look('A')).changed).toBe(false);
    expect((await watch.look('B')).changed).toBe(false);
    expect(started.filter((each) => !['status', 'rev-parse', 'rev-list'].includes(each))).toEqual([]);
    expect(await watch.change('B', {}, true)).toMatchObject({
      changed: false,
      collisions: [{ other: 'A', conflicts: ['a.txt'] }],
    });
    expect(started).not.toContain('merge-tree');
    // What was tried once is known, although it was something else meanwhile.
    await watch.change('B', { 'a.txt': line(5, 'third') });
    started.splice(0);
    expect((await watch.change('B', { 'a.txt': line(5, 'other') })).changed).toBe(true);
    expect(started).not.toContain('merge-tree');
  });

  test('M10 what is forgotten collides with nobody, also while it is looked at', async () => {
    const watch = await Watch.open('A', 'B');
    await watch.change('A', { 'a.txt': line(5, 'mine') });
    await watch.change('B', { 'a.txt': line(5, 'other') });
    watch.radar.forget('A');
    expect((await watch.look('B')).collisions).toEqual([]);
    await watch.write('A', { 'a.txt': line(5, 'third') });
    const looking = watch.look('A');
    await Promise.resolve();
    watch.radar.forget('A');
    expect(await looking).toEqual({ changed: false, collisions: [] });
    expect((await watch.look('B')).collisions).toEqual([]);
    expect((await watch.look('A')).collisions).toHaveLength(1);
  });

  test('M10 a chamber that is taken away while it is looked at collides with nothing', async () => {
    const watch = await Watch.open('A', 'B');
    await watch.change('A', { 'a.txt': line(5, 'mine') });
    await watch.change('B', { 'a.txt': line(5, 'other') });
    await watch.write('A', { 'a.txt': line(5, 'third') });
    const looking = watch.look('A');
    await rm(watch.chamber('A').path, { recursive: true, force: true, maxRetries: 3 });
    // It was seen whole just before, or it was not: nothing else may come of it.
    const found = await looking;
    expect(found.collisions.length).toBeLessThanOrEqual(1);
    expect((await watch.look('A')).collisions).toEqual([]);
    expect((await watch.look('B')).collisions).toEqual([]);
  });

  test('M10 a trial that failed is made again at the next look', async () => {
    const sights = new Map<string, Sight>([
      ['A', { commit: 'a', tree: 'a', files: ['x'] }],
      ['B', { commit: 'b', tree: 'b', files: ['x'] }],
    ]);
    let trials = 0;
    const radar = new Radar({
      sight: async ({ key }) => sights.get(key) ?? null,
      trial: async () => {
        trials += 1;
        if (trials === 1) throw new PortError({ code: 'unavailable', message: 'git could not be started' });
        return ['x'];
      },
    });
    const chamber = (key: string): Chamber => ({
      key,
      path: key,
      branch: key,
      baseCommit: '',
      ports: [],
      env: {},
    });
    await radar.look('A', chamber('A'));
    expect(await radar.look('B', chamber('B')).catch(failureOf)).toMatchObject({ code: 'unavailable' });
    expect(await radar.look('B', chamber('B'))).toEqual({
      changed: true,
      collisions: [{ other: 'A', files: ['x'], conflicts: ['x'] }],
    });
  });

  test('M10 law: it finds what comparing all with all finds', async () => {
    const seed = Number(process.env.SYMPHONY_SEED ?? Math.floor(Math.random() * 1e9));
    const chance = seeded(seed);
    const below = (limit: number): number => Math.floor(chance() * limit);
    const items = Array.from({ length: 3 + below(6) }, (_, at) => `item ${at}`);
    const watch = await Watch.open(...items);
    const paths = [...Object.keys(FILES), 'new.txt', 'moved.txt'];
    for (let round = 0; round < 4; round += 1) {
      const busy = items.filter(() => chance() < 0.5);
      for (const item of busy) {
        const path = paths[below(paths.length)] ?? '';
        const there = await watch.stage.hall.in(watch.chamber(item)).git('ls-files', '--', path);
        const gone = there !== '' && chance() < 0.2;
        await watch.write(
          item,
          { [path]: gone ? null : line(below(10), `${item} ${round}`) },
          chance() < 0.4,
        );
      }
      // Those that changed are looked at together, the others are not looked at.
      const looks = new Map(
        await Promise.all(busy.map(async (item) => [item, await watch.look(item)] as const)),
      );
      for (const [item, { collisions }] of looks) {
        const again = (await watch.look(item)).collisions;
        expect(again, `seed ${seed}, round ${round}, ${item}`).toEqual(await bruteForce(watch, items, item));
        expect(collisions.length, `seed ${seed}`).toBeLessThanOrEqual(items.length);
      }
    }
  });
});

async function bruteForce(watch: Watch, items: readonly string[], item: string) {
  const { survey, hall, scratch } = watch.stage;
  const mine = await survey.sight(watch.chamber(item));
  const objects = join(scratch, 'objects');
  const found = [];
  for (const other of items.filter((each) => each !== item).sort()) {
    const theirs = await survey.sight(watch.chamber(other));
    const files = (mine?.files ?? []).filter((file) => theirs?.files.includes(file)).sort();
    if (!mine || !theirs || files.length === 0) continue;
    // With a git of its own, which finds the sights' objects beside the repository's.
    process.env.GIT_ALTERNATE_OBJECT_DIRECTORIES = objects;
    const merged = await hall.repository
      .git('merge-tree', '--write-tree', '--name-only', '--no-messages', mine.commit, theirs.commit)
      .catch((error: { stdout: string }) => error.stdout)
      .finally(() => delete process.env.GIT_ALTERNATE_OBJECT_DIRECTORIES);
    found.push({ other, files, conflicts: merged.trim().split('\n').slice(1).sort() });
  }
  return found;
}
