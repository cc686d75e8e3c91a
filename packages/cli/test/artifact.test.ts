import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Artifact } from '@symphony/domain';
import { findWorkplace, openProjectArtifacts } from '@symphony/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askHere } from './artifact-desk.ts';
import { type Ended, makeRepository, symphony } from './command/symphony.ts';

let repository: ReturnType<typeof makeRepository>;
const ask = (...args: string[]): Promise<Ended> => askHere(repository.path, ['artifact', ...args]);
const folder = () => join(repository.path, '.symphony', 'artifacts');
beforeAll(() => {
  repository = makeRepository();
});
afterAll(() => repository.remove());

test('P3 artifact: without any, every command says so and makes nothing', async () => {
  expect(await ask('list')).toMatchObject({
    code: 0,
    out: expect.stringContaining('no artifacts yet'),
    err: '',
  });
  expect((await ask('list', '--json')).out).toBe('[]\n');
  expect(JSON.parse((await ask('search', 'x', '--json')).out)).toMatchObject({ hits: [], found: 0 });
  expect(await ask('show', 'a-1')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('symphony run'),
  });
  expect(await ask('verify')).toMatchObject({ code: 0 });
  expect(existsSync(folder())).toBe(false);
});

describe('P3 artifact: with some', () => {
  let prompt: Artifact;
  let plan: Artifact;
  let binary: Artifact;
  beforeAll(async () => {
    // Open all the while, as by a running conductor.
    const store = await openProjectArtifacts(await findWorkplace(repository.path));
    prompt = await store.store({ name: 'S-1 prompt', type: 'prompt', item: 'S-1' }, 'Fix the date parser.\n');
    await store.store({ name: 'S-1 plan', type: 'plan', derivedFrom: [prompt.id] }, 'first\nsame\n');
    plan = await store.store(
      { name: 'S-1 plan', type: 'plan', item: 'S-1', derivedFrom: [prompt.id] },
      'second\nsame\n',
    );
    const evil = 'Evil \u001b]0;owned\u0007\u001b[2J';
    await store.store({ name: evil, type: 'report', tags: ['evil'] }, `${evil} text`);
    binary = await store.store({ name: 'work.bundle', type: 'bundle' }, Uint8Array.from([0, 255, 1, 254]));
    afterAll(() => store.close());
  });

  test('list filters, and prints rows or JSON', async () => {
    const { code, out } = await ask('list');
    expect(code).toBe(0);
    expect(out.trim().split('\n')).toHaveLength(5);
    expect(out).toMatch(/a-\w+ +S-1 plan@2 +plan +S-1 +12 B/);
    const listed = JSON.parse(
      (await ask('list', '--item', 'S-1', '--type', 'plan', '--json')).out,
    ) as Artifact[];
    expect(listed).toEqual([expect.objectContaining({ id: plan.id, version: 2 })]);
    expect((await ask('list', '--type', 'evidence')).out).toContain('No artifact is like that');
    expect(await ask('list', '--after', 'yesterday')).toMatchObject({
      code: 2,
      err: expect.stringContaining('2026-05-31'),
    });
    expect(JSON.parse((await ask('list', '--before', '2020-01-01', '--json')).out)).toEqual([]);
  });

  test('show prints text by prefix of id or by name, and says what is not text', async () => {
    expect(await ask('show', prompt.id.slice(0, -2))).toMatchObject({
      code: 0,
      out: 'Fix the date parser.\n',
    });
    expect((await ask('show', 'S-1 plan')).out).toBe('second\nsame\n');
    expect((await ask('show', 'S-1 plan@1')).out).toBe('first\nsame\n');
    const { out } = await ask('show', binary.id);
    expect(out).toContain('4 B');
    expect(out).toContain(`symphony artifact export ${binary.id}`);
    expect(JSON.parse((await ask('show', plan.id, '--json')).out)).toMatchObject({
      artifact: { id: plan.id, quality: expect.any(Number) },
      text: 'second\nsame\n',
    });
    expect(await ask('show', 'a-')).toMatchObject({ code: 1, err: expect.stringContaining('more than one') });
    expect(await ask('show', 'nobody')).toMatchObject({
      code: 1,
      err: expect.stringContaining('artifact list'),
    });
  });

  test('search shows where the words are', async () => {
    const { code, out } = await ask('search', 'date', 'parser');
    expect(code).toBe(0);
    expect(out).toContain('Fix the date parser.');
    expect(out).toContain('1 found: 1 prompt.');
    expect((await ask('search', 'nowhere')).out).toContain('No artifact says nowhere');
    const found = JSON.parse((await ask('search', 'same', '--type', 'plan', '--limit', '1', '--json')).out);
    expect(found).toMatchObject({ found: 2, hits: [{ artifact: { name: 'S-1 plan' } }] });
  });

  test('diff compares two, or one with the version before it', async () => {
    const { out } = await ask('diff', plan.id);
    expect(out).toContain('-first');
    expect(out).toContain('+second');
    expect(JSON.parse((await ask('diff', prompt.id, binary.id, '--json')).out)).toMatchObject({
      kind: 'bytes',
      sizes: [21, 4],
    });
    expect(await ask('diff', prompt.id)).toMatchObject({
      code: 1,
      err: expect.stringContaining('first version'),
    });
  });

  test('lineage shows the family in order', async () => {
    const lines = (await ask('lineage', plan.id)).out.trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('S-1 prompt@1');
    expect(lines[2]).toMatch(/^● .*S-1 plan@2 \(.*from S-1 prompt@1.*after S-1 plan@1|^● .*after S-1 plan@1/);
    const family = JSON.parse((await ask('lineage', plan.id, '--json')).out);
    expect(family.map((each: { generation: number }) => each.generation)).toEqual([0, 1, 2]);
    expect((await ask('lineage', binary.id)).err).toContain('no other artifact');
  });

  test('export writes the bytes, and replaces a file only when told', async () => {
    const path = join(repository.path, 'out.bundle');
    expect(await ask('export', binary.id, path)).toMatchObject({ code: 0, out: `Wrote 4 B to ${path}.\n` });
    expect([...readFileSync(path)]).toEqual([0, 255, 1, 254]);
    writeFileSync(path, 'mine');
    expect(await ask('export', binary.id, path)).toMatchObject({
      code: 1,
      err: expect.stringContaining('--force'),
    });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(JSON.parse((await ask('export', binary.id, path, '--force', '--json')).out)).toEqual({
      path,
      bytes: 4,
    });
    expect(readFileSync(path)).toHaveLength(4);
    expect((await ask('export', prompt.id, '-')).out).toBe('Fix the date parser.\n');
    mkdirSync(join(repository.path, 'a-folder'));
    expect(await ask('export', prompt.id, join(repository.path, 'a-folder'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('folder'),
    });
  });

  test('it is a command of symphony; without a path the file is named after the artifact', () => {
    const { code, out } = symphony(['artifact', 'export', prompt.id], { cwd: repository.path });
    const path = join(repository.path, 'S-1-prompt@1');
    expect({ code, out }).toEqual({ code: 0, out: `Wrote 21 B to ${path}.\n` });
    expect(readFileSync(path, 'utf8')).toBe('Fix the date parser.\n');
  });

  test('tag and hold are kept, and taken back', async () => {
    expect((await ask('tag', prompt.id, 'golden', 'b')).out).toBe('S-1 prompt@1 is tagged b, golden.\n');
    expect(JSON.parse((await ask('list', '--tag', 'golden', '--json')).out)).toHaveLength(1);
    expect((await ask('tag', prompt.id, 'golden', 'b', '--remove')).out).toBe('S-1 prompt@1 has no tags.\n');
    expect((await ask('hold', prompt.id, '--reason', 'audit')).out).toBe('S-1 prompt@1 is held: audit.\n');
    expect(JSON.parse((await ask('hold', prompt.id, '--release', '--json')).out).hold).toBeNull();
  });

  test('a hostile name or content cannot command the terminal', async () => {
    for (const args of [
      ['list'],
      ['search', 'evil'],
      ['list', '--json'],
      ['show', 'Evil \u001b]0;owned\u0007\u001b[2J', '--json'],
    ]) {
      const { code, out } = await ask(...args);
      expect({ code, evil: out.includes('Evil') }).toEqual({ code: 0, evil: true });
      expect(out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    }
  });

  test('verify reads everything; damage ends with 1 and names the artifact', async () => {
    expect(await ask('verify')).toMatchObject({
      code: 0,
      out: expect.stringContaining('5 contents read, all whole'),
    });
    const blob = join(folder(), 'blobs', binary.hash.slice(0, 2), binary.hash.slice(2));
    writeFileSync(blob, 'rotten');
    const { code, out } = await ask('verify', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out).corrupted).toEqual([expect.objectContaining({ artifacts: [binary.id] })]);
    expect((await ask('verify')).out).toContain(binary.id);
    const path = join(repository.path, 'rotten.bundle');
    expect(await ask('export', binary.id, path)).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be read'),
    });
    expect(existsSync(path)).toBe(false);
  });
});
