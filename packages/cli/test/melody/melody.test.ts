import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStage } from './stage.ts';

let stage: ReturnType<typeof openStage>;
beforeEach(() => {
  stage = openStage();
});
afterEach(() => stage.close());

const HELLO = 'name: hello\ntitle: Say hello # with a comment\nsteps:\n  - { id: a, run: echo hello }\n';
const BAD = 'name: bad\ntitle: Bad\nsteps:\n  - id: a\n    run: x\n    needs: [b]\n';

describe('P7 symphony melody', () => {
  test('P7 list: built-in ones, own ones, and those that stand in another’s place', async () => {
    stage.put('.symphony/melodies/hello.yaml', HELLO);
    stage.put('.symphony/melodies/mine.yaml', HELLO.replace('name: hello', 'name: write-tests'));
    const { out, code } = await stage.say('list');
    expect(code).toBe(0);
    expect(out.split('\n')).toHaveLength(12);
    expect(out).toMatch(/^fix-failing-tests +Fix failing tests +built-in$/m);
    expect(out).toMatch(/^hello +Say hello +this repository$/m);
    expect(out).toMatch(/^write-tests +Say hello +instead of the built-in$/m);
    const { melodies } = JSON.parse((await stage.say('list', '--json')).out);
    expect(melodies).toHaveLength(11);
    expect(melodies[4]).toMatchObject({
      name: 'hello',
      origin: 'repository',
      file: '.symphony/melodies/hello.yaml',
    });
  });

  test('P7 show draws the steps by level, loops set in', async () => {
    const { out } = await stage.say('show', 'fix-failing-tests');
    const drawn = out.slice(out.indexOf('Steps')).replace(/ +/g, ' ');
    expect(drawn).toBe(`Steps
1 mend up to {{ rounds }} rounds, until ok == true
· 1 tests run {{ test_command }}
· 2 fix agent: Make the failing tests pass after tests if ok == false
· 2 passed result ok after tests
2 check run {{ test_command }} after mend
3 green result passed after check

at most 4h 00m · 4 at once · stops at the first failure
`);
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    expect(await stage.say('show', 'nobody')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no melody nobody.'),
    });
  });

  test('P7 validate: sound is 0, problems are 1 with file, line and next step', async () => {
    expect(await stage.say('validate')).toMatchObject({ code: 0, out: expect.stringContaining('are sound') });
    stage.put('.symphony/melodies/hello.yaml', HELLO);
    stage.put('.symphony/melodies/bad.yaml', BAD);
    const all = await stage.say('validate');
    expect(all.code).toBe(1);
    expect(all.out).toBe(
      '✗ .symphony/melodies/bad.yaml:6: There is no `b` for the edge from `b` to `a`.\n    → There is `a`.\n',
    );
    expect((await stage.say('validate', 'hello')).code).toBe(0);
    expect((await stage.say('validate', 'bad')).code).toBe(1);
    const elsewhere = stage.put(
      'draft.yaml',
      'name: d\ntitle: D\nsteps:\n  - id: a\n    run: x\n  - id: b\n    run: x\n    needs: [a]\n    when: "ok =="\n',
    );
    const one = await stage.say('validate', elsewhere, '--json');
    expect(one.code).toBe(1);
    expect(JSON.parse(one.out)).toMatchObject({
      ok: false,
      problems: [{ line: 9, sentence: expect.stringContaining('`ok ==` cannot be evaluated') }],
    });
    expect((await stage.say('validate', 'not-there.yaml')).err).toContain('not-there.yaml is not there.');
  });

  test('P7 new: blank, or like another with its comments; never over another', async () => {
    expect((await stage.say('new', 'mine')).out).toContain('Wrote .symphony/melodies/mine.yaml.');
    expect((await stage.say('new', 'hunt', '--from', 'dependency-upgrade')).code).toBe(0);
    const text = readFileSync(join(stage.root, '.symphony/melodies/hunt.yaml'), 'utf8');
    expect(text).toContain('name: hunt\n');
    expect(text).toContain('# Most of these commands');
    expect((await stage.say('validate')).code).toBe(0);
    expect(await stage.say('new', 'mine')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is there already'),
    });
    expect(await stage.say('new', '../out')).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot be the name'),
    });
    expect(await stage.say('new', 'x', '--from', 'nobody')).toMatchObject({ code: 1 });
  });

  test.each(['json', 'yaml', 'msgpack'])('P7 export as %s and import again', async (format) => {
    const exported = await stage.say('export', 'release-notes', '--format', format);
    expect(exported.code).toBe(0);
    const file = stage.put(`copy.${format}`, Buffer.from(exported.out, 'latin1'));
    expect(await stage.say('import', file)).toMatchObject({
      code: 0,
      out: 'release-notes is in .symphony/melodies/release-notes.yaml.\n',
    });
    const fresh = openStage();
    const before = await fresh.say('show', 'release-notes', '--json');
    fresh.close();
    const after = await stage.say('show', 'release-notes', '--json');
    expect(JSON.parse(after.out).melody).toEqual(JSON.parse(before.out).melody);
    expect(JSON.parse(after.out)).toMatchObject({ origin: 'repository', replaces: true });
    expect(await stage.say('import', file)).toMatchObject({
      code: 1,
      err: expect.stringContaining('--force'),
    });
    expect((await stage.say('import', file, '--force')).code).toBe(0);
  });

  test('P7 export writes a file once, and import refuses what is wrong', async () => {
    const path = join(stage.root, 'out.json');
    expect((await stage.say('export', 'release-notes', '-o', path)).code).toBe(0);
    expect((await stage.say('export', 'release-notes', '-o', path)).err).toContain('is there already');
    expect((await stage.say('export', 'release-notes', '--format', 'xml')).code).toBe(2);
    const bad = stage.put('bad.yaml', BAD);
    expect(await stage.say('import', bad)).toMatchObject({
      code: 1,
      out: expect.stringContaining('bad.yaml:6:'),
    });
    expect((await stage.say('list')).out).not.toMatch(/^bad/m);
  });

  test.each([
    [['--param', 'nope=1'], 'There is no parameter nope.'],
    [['--param', 'runs'], '`runs` is not `name=value`.'],
    [['--param', 'runs=many'], 'The parameter runs must be a number, not `many`.'],
  ])('P7 run %j is told as wrong use', async (args, sentence) => {
    expect(await stage.say('run', 'flaky-test-hunt', ...args)).toMatchObject({
      code: 2,
      err: expect.stringContaining(sentence),
    });
  });
});
