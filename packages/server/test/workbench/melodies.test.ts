import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonSchemaCheck } from '@symphony/adapters/artifact/disk';
import { decodeMelody } from '@symphony/adapters/melody';
import type { FlowNode, Json, Melody } from '@symphony/domain';
import { makeRepository, type Repository } from '@symphony/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { command } from '../../../adapters/src/operator/command.ts';
import { gitDiff } from '../../../adapters/src/operator/git-diff.ts';
import { gitLog } from '../../../adapters/src/operator/git-log.ts';
import { readFile } from '../../../adapters/src/operator/read-file.ts';
import { value } from '../../../adapters/src/operator/value.ts';
import { wait } from '../../../adapters/src/operator/wait.ts';
import { writeArtifact } from '../../../adapters/src/operator/write-artifact.ts';
import { checkGiven, melodyShelf, melodySource, saveMelody } from '../../src/workbench/melodies/index.ts';

let repository: Repository;
beforeEach(async () => {
  repository = await makeRepository();
  mkdirSync(join(repository.path, '.symphony', 'melodies'), { recursive: true });
});
afterEach(() => repository.remove());

const put = (name: string, text: string): void =>
  writeFileSync(join(repository.path, '.symphony', 'melodies', name), text);
const kept = (name: string): string =>
  readFileSync(join(repository.path, '.symphony', 'melodies', name), 'utf8');

const pauseNode = (id: string, more: object = {}): FlowNode => ({
  id,
  kind: 'operator',
  operator: 'wait',
  config: { ms: 1 },
  ...more,
});

const melody = (nodes: readonly FlowNode[], more: Partial<Melody> = {}): Melody => ({
  name: 'mine',
  title: 'Mine',
  description: '',
  version: '1.0.0',
  tags: [],
  parameters: [],
  triggers: [],
  limits: { parallel: 1, timeoutMs: null, runs: 1, usd: null },
  permissions: { commands: true, agents: true },
  onError: 'halt',
  flow: { nodes, edges: [] },
  ...more,
});

const loop = (id: string, body: readonly FlowNode[]): FlowNode => ({
  id,
  kind: 'loop',
  times: 2,
  body: { nodes: body, edges: [] },
});

describe('the shelf', () => {
  test('built-in melodies and those of the repository, and what is wrong with which file', async () => {
    put('own.yaml', 'name: own\ntitle: Own\nsteps:\n  - id: a\n    run: ls\n');
    put('bad.yaml', 'name: bad\nsteps: 3\n');
    const shelf = await melodyShelf(repository.path);
    expect(shelf.melodies).toContainEqual({
      name: 'own',
      title: 'Own',
      description: '',
      origin: 'repository',
      file: '.symphony/melodies/own.yaml',
      tags: [],
      nodes: 1,
    });
    expect(shelf.melodies.filter(({ origin }) => origin === 'built-in').length).toBeGreaterThan(5);
    expect(new Set(shelf.problems.map(({ file }) => file))).toEqual(new Set(['.symphony/melodies/bad.yaml']));
    const { text } = await melodySource(repository.path, 'own');
    expect(text).toBe(kept('own.yaml'));
    await expect(melodySource(repository.path, 'bad')).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('.symphony/melodies/bad.yaml:'),
    });
    await expect(melodySource(repository.path, 'none')).rejects.toMatchObject({ code: 'missing' });
  });

  test('operators are described as they are', async () => {
    const { operators } = await melodyShelf(repository.path);
    const described = operators.map(({ name, config }) => {
      const { properties = {} } = config as { properties?: object };
      return [name, Object.keys(properties).sort()];
    });
    const real = Object.entries({
      command,
      'git-diff': gitDiff,
      'git-log': gitLog,
      'read-file': readFile,
      value,
      wait,
      'write-artifact': writeArtifact,
    }).map(([name, { keys }]) => [name, [...keys].sort()]);
    expect(described).toEqual(real);
  });

  test('their schemas are schemas: every operator of a built-in melody fits', async () => {
    const shelf = await melodyShelf(repository.path);
    const checks = new Map(
      shelf.operators.map(({ name, config }) => [name, jsonSchemaCheck(config as Json)]),
    );
    let looked = 0;
    for (const { name } of shelf.melodies) {
      const { melody: played } = await melodySource(repository.path, name);
      for (const node of played.flow.nodes) {
        if (node.kind !== 'operator') continue;
        looked += 1;
        const wrong = checks.get(node.operator)?.(JSON.stringify(node.config ?? {}));
        expect([name, node.id, wrong]).toEqual([name, node.id, []]);
      }
    }
    expect(looked).toBeGreaterThan(5);
  });
});

describe('checking', () => {
  test('one that can be played is given back as the text it would be saved as', () => {
    const drawn = melody([pauseNode('a', { position: { x: 1.5, y: -2 } })]);
    const { text, problems } = checkGiven({ melody: drawn });
    expect(problems).toEqual([]);
    const read = decodeMelody(Buffer.from(text ?? ''), 'yaml', 'x.yaml');
    expect(read).toEqual({ ok: true, melody: drawn });
  });

  const rows: readonly [what: RegExp, melody: unknown, node: string | null][] = [
    [/`{{ x }}` in `b`/, melody([pauseNode('a'), pauseNode('b', { config: { ms: '{{ x }}' } })]), 'b'],
    [/`wat` is not known/, melody([pauseNode('a', { wat: 1 }), pauseNode('b')]), 'a'],
    [
      /timeoutMs/,
      melody([loop('l', [pauseNode('x'), pauseNode('y', { timeoutMs: -1 })]), pauseNode('z')]),
      'y',
    ],
    [/wat/, melody([{ ...loop('l', [pauseNode('x')]), ...{ wat: 1 } }, pauseNode('z')]), 'l'],
    [/not a version/, melody([pauseNode('a')], { version: 'one' }), null],
    [/does nothing/, melody([]), null],
    [/name/, { name: 7 }, null],
  ];
  test.each(rows)('a problem names its node: %s', (what, drawn, node) => {
    const { problems, text } = checkGiven({ melody: drawn as Melody });
    expect(text).toBeNull();
    const told = problems.filter(({ sentence }) => what.test(sentence));
    expect([...new Set(told.map((problem) => problem.node))]).toEqual([node]);
    expect(problems.every(({ line }) => line === null)).toBe(true);
  });

  test('a condition that is none, on an edge, is of no node', () => {
    const flow = {
      nodes: [pauseNode('a'), pauseNode('b')],
      edges: [{ kind: 'conditional', from: 'a', to: 'b', condition: '((' }],
    } as Melody['flow'];
    const { problems } = checkGiven({ melody: melody([], { flow }) });
    expect(problems.map(({ node }) => node)).toEqual([null]);
  });

  test('written ones tell the line and the step', () => {
    const text =
      'name: w\ntitle: W\nsteps:\n  - id: one\n    run: ls\n  - id: two\n    needs: [one]\n    run: "{{ nope }}"\n';
    expect(checkGiven({ text }).problems).toMatchObject([{ line: 8, node: 'two' }]);
    expect(checkGiven({ text: '{{{' }).text).toBeNull();
  });
});

describe('saving', () => {
  test('a new one is there afterwards and reads back the same', async () => {
    const drawn = melody([pauseNode('a')], { name: 'fresh' });
    expect(await saveMelody(repository.path, drawn, false)).toBe('.symphony/melodies/fresh.yaml');
    expect((await melodySource(repository.path, 'fresh')).melody).toEqual(drawn);
  });

  test('over another only when asked to', async () => {
    const drawn = melody([pauseNode('a')]);
    await saveMelody(repository.path, drawn, false);
    const before = kept('mine.yaml');
    const next = { ...drawn, title: 'Next' };
    await expect(saveMelody(repository.path, next, false)).rejects.toMatchObject({ code: 'conflict' });
    expect(kept('mine.yaml')).toBe(before);
    await saveMelody(repository.path, next, true);
    expect((await melodySource(repository.path, 'mine')).melody.title).toBe('Next');
  });

  test('a built-in one is there as well', async () => {
    const drawn = melody([pauseNode('a')], { name: 'write-tests' });
    await expect(saveMelody(repository.path, drawn, false)).rejects.toMatchObject({ code: 'conflict' });
    await saveMelody(repository.path, drawn, true);
    expect((await melodySource(repository.path, 'write-tests')).entry.origin).toBe('repository');
  });

  test('one that is kept under another name is not doubled', async () => {
    put('other.yaml', 'name: mine\ntitle: Own\nsteps:\n  - id: a\n    run: ls\n');
    await expect(saveMelody(repository.path, melody([pauseNode('a')]), true)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('other.yaml'),
    });
  });

  test.each(['../escape', 'a/b', '.hidden', 'UPPER', ''])(
    'the name %j never becomes a path',
    async (name) => {
      const error = await saveMelody(repository.path, melody([pauseNode('a')], { name }), true).catch(
        (each) => each,
      );
      expect(error).toMatchObject({ name: 'RequestError', code: 'invalid' });
    },
  );
});
