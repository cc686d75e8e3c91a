import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putItem, WRITE_AND_COMMIT } from './command/board-file.ts';
import { type Ended, makeRepository, symphony } from './command/symphony.ts';

let repository: ReturnType<typeof makeRepository>;
const ask = (...args: string[]): Ended => symphony(args, { cwd: repository.path });
const session = (name: string): string => join(repository.path, '.symphony', 'sessions', name);

/** A session that was last written so many days ago. */
function put(name: string, days: number): void {
  mkdirSync(join(repository.path, '.symphony', 'sessions'), { recursive: true });
  writeFileSync(session(name), 'turn after turn of the same words\n'.repeat(600));
  const at = Date.now() / 1000 - days * 86_400;
  utimesSync(session(name), at, at);
}

beforeAll(() => {
  repository = makeRepository();
  putItem(repository.path, 'S-1', 'Write a file', WRITE_AND_COMMIT('a.txt'));
  expect(ask('run', '--rehearse', '--exit-when-idle').code).toBe(0);
  put('warm.json', 10);
  put('old.json', 100);
  const made = spawnSync('git', ['branch', 'symphony/left'], { cwd: repository.path });
  expect(made.status).toBe(0);
});
afterAll(() => repository.remove());

/** One history for the whole file; the tests build on each other in order. */
describe('P5 symphony clean', () => {
  test('P5 a dry run shows the plan, why the rest stays, and changes nothing', () => {
    const { code, out, err } = ask('clean', '--dry-run');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^archive warm +session +warm\.json +20\.4 KB +not used for 10 days$/m);
    expect(out).toMatch(/^remove +session +old\.json +20\.4 KB +not used for 100 days$/m);
    expect(out).toMatch(/^keep +log +.*it is the log/m);
    expect(readdirSync(join(repository.path, '.symphony'))).not.toContain('archive');
    const plan = JSON.parse(ask('clean', '--dry-run', '--json').out);
    expect(plan.steps.map(({ course, id }: { course: string; id: string }) => `${course} ${id}`)).toEqual([
      'archive session:warm.json',
      'remove session:old.json',
    ]);
    expect(Object.keys(plan)).toEqual(['at', 'steps', 'tally', 'found']);
  });

  test('P5 without a terminal it needs --yes', () => {
    const { code, out, err } = ask('clean');
    expect(code).toBe(2);
    expect(out).toContain('old.json');
    expect(err).toContain('Nobody is here to be asked');
    expect(err).toContain('--yes');
    expect(existsSync(session('old.json'))).toBe(true);
  });

  test('P5 --kind leaves the others alone; --yes does it and says how to take it back', () => {
    expect(ask('clean', '--yes', '--kind', 'bundle').out).toContain('There is nothing to clean.');
    const { code, out } = ask('clean', '--yes');
    expect(code).toBe(0);
    expect(out).toMatch(/^1 archived, 1 removed: .+ before, .+ now\.$/m);
    expect(out).toContain('symphony clean --restore last');
    expect(existsSync(session('old.json'))).toBe(false);
    expect(existsSync(session('warm.json.zst'))).toBe(true);
    const again = JSON.parse(ask('clean', '--yes', '--json').out);
    expect(again).toMatchObject({ plan: { steps: [] }, result: null });
  });

  test('P5 --trash lists what --restore brings back', () => {
    expect(ask('clean', '--trash').out).toMatch(/session +old\.json +20\.4 KB +\S+$/m);
    expect(ask('clean', '--restore', 'last')).toMatchObject({ code: 0, out: 'old.json is back.\n' });
    expect(existsSync(session('old.json'))).toBe(true);
    expect(ask('clean', '--restore', 'warm.json').out).toBe('warm.json is back.\n');
    expect(readFileSync(session('warm.json'), 'utf8')).toContain('turn after turn');
    const { code, err } = ask('clean', '--restore', 'nothing');
    expect(code).toBe(1);
    expect(err).toContain('The trash is empty.');
  });

  test('P5 --purge empties the trash for good, and asks first', () => {
    put('older.json', 200);
    ask('clean', '--yes');
    expect(ask('clean', '--purge').code).toBe(2);
    expect(ask('clean', '--purge', '--yes').out).toContain('Purged 1; nothing brings them back.');
    expect(JSON.parse(ask('clean', '--trash', '--json').out)).toEqual([]);
  });

  test('P5 --export-training writes a line a finished run', () => {
    expect(ask('clean', '--export-training', 'lessons.jsonl').out).toBe(
      'Wrote 1 finished run to lessons.jsonl.\n',
    );
    expect(JSON.parse(readFileSync(join(repository.path, 'lessons.jsonl'), 'utf8'))).toMatchObject({
      item: 'S-1',
      outcome: 'merged',
    });
    expect(ask('clean', '--export-training', 'lessons.jsonl').err).toContain('not overwritten');
  });

  test('wrong use ends with 2', () => {
    expect(ask('clean', '--kind', 'tree')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no kind tree'),
    });
    expect(ask('clean', '--purge', '--restore', 'last')).toMatchObject({ code: 2 });
  });
});
