import type { Artifact, ArtifactRequest, ArtifactStore, FailureCode, LineageLink } from '@symphony/domain';
import { failureOf } from '@symphony/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  artifactLaws,
  type OpenArtifacts,
  type OpenedArtifacts,
  report,
  steadyGround,
} from './artifact-laws.ts';

const ids = (artifacts: readonly Artifact[]): string[] => artifacts.map(({ id }) => id);

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: number[][] = [];
  for await (const part of content) parts.push([...part]);
  return Uint8Array.from(parts.flat());
}

async function* inPieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const size of sizes) {
    yield bytes.subarray(from, from + size);
    from += size;
  }
  yield bytes.subarray(from);
}

async function codeOf(work: Promise<unknown>): Promise<FailureCode> {
  const outcome = await work.then(
    () => null,
    (error: unknown) => failureOf(error),
  );
  if (outcome === null) throw new Error('It was expected to fail and did not.');
  expect(outcome.message).not.toBe('');
  return outcome.code;
}

/** What every artifact store keeps to, whatever it stands on. `open` gives a new, empty one. */
export function artifactContract(name: string, open: OpenArtifacts): void {
  describe(`P3 artifact contract: ${name}`, () => {
    let opened: OpenedArtifacts;
    let store: ArtifactStore;
    beforeEach(async () => {
      opened = await open(steadyGround());
      store = opened.store;
    });
    afterEach(() => opened.close());

    test('a new store is empty', async () => {
      expect(await store.list({})).toEqual([]);
      expect(await store.search({ text: 'anything' })).toMatchObject({ hits: [], found: 0, more: false });
      expect(await store.stats()).toMatchObject({ artifacts: 0, blobs: 0, bytesSaved: 0, ratio: 1 });
      expect(await store.verify()).toEqual({ checked: 0, corrupted: [], missing: [], orphaned: [] });
      expect(await codeOf(store.get('a-1'))).toBe('missing');
      expect(await store.byKey('none')).toBeNull();
    });

    test('what is stored comes back whole, with everything said about it', async () => {
      const request: ArtifactRequest = {
        name: 'runs/12/prompt',
        type: 'prompt',
        key: 'run-12/prompt-1',
        contentType: 'text/markdown',
        createdBy: 'ada',
        item: 'S-1',
        run: 'run-12',
        custom: { tokens: 12, parts: ['a', null] },
        tags: ['kept', 'alpha', 'kept'],
        quality: 0.5,
      };
      const stored = await store.store(request, '# Hällo\n');
      expect(stored).toEqual({
        id: 'a-0001',
        ...request,
        version: 1,
        parent: null,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        size: 9,
        createdAt: expect.any(Number),
        derivedFrom: [],
        tags: ['alpha', 'kept'],
        hold: null,
      });
      expect(await store.get(stored.id)).toEqual(stored);
      expect(await store.byKey('run-12/prompt-1')).toEqual(stored);
      expect(await store.text(stored.id)).toBe('# Hällo\n');
      expect(await store.text(stored.id, 4)).toBe('# H');
    });

    test('the address is the SHA-256 of the content (test vectors of FIPS 180-2)', async () => {
      const abc = await store.store(report('abc'), 'abc');
      const empty = await store.store(report('empty'), new Uint8Array());
      const vectors = [
        'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
        'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      ];
      if (opened.keyed) for (const { hash } of [abc, empty]) expect(vectors).not.toContain(hash);
      else expect([abc.hash, empty.hash]).toEqual(vectors);
      expect(await bytesOf(store.open(empty.id))).toEqual(new Uint8Array());
      expect(await store.text(empty.id)).toBe('');
      const marked = await store.store(report('marked'), '\ufeffwith a byte order mark');
      expect(await store.text(marked.id)).toBe('\ufeffwith a byte order mark');
    });

    test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])(
      '%i bytes come back the same as bytes and as a stream, and are kept once',
      async (size) => {
        const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 31 + (index >> 8)) % 256);
        const whole = await store.store(report('whole'), bytes);
        const streamed = await store.store(report('streamed'), inPieces(bytes, [1, 0, 7, 70_000, 3]));
        expect(streamed.hash).toBe(whole.hash);
        expect(streamed.size).toBe(size);
        for (const { id } of [whole, streamed])
          expect(Buffer.compare(await bytesOf(store.open(id)), bytes)).toBe(0);
        expect(await store.stats()).toMatchObject({ artifacts: 2, blobs: 1, bytesSaved: size });
      },
    );

    test('the same content with other metadata keeps both records', async () => {
      const first = await store.store(report('a', { tags: ['x'], createdBy: 'ada' }), 'same');
      const second = await store.store(report('b', { item: 'S-2' }), 'same');
      expect(await store.get(first.id)).toMatchObject({
        name: 'a',
        tags: ['x'],
        createdBy: 'ada',
        item: null,
      });
      expect(await store.get(second.id)).toMatchObject({ name: 'b', tags: [], createdBy: null, item: 'S-2' });
      expect(ids(await store.list({ hash: first.hash }))).toEqual([second.id, first.id]);
      expect(await store.stats()).toMatchObject({ artifacts: 2, blobs: 1, totalBytes: 8, ratio: 2 });
    });

    test('a key gives the first record back, whatever is stored with it', async () => {
      const first = await store.store(report('a', { key: 'run-1/report' }), 'first');
      const again = await store.store(report('b', { key: 'run-1/report' }), 'second');
      expect(again).toEqual(first);
      expect(await store.list({})).toEqual([first]);
      const both = await Promise.all(
        ['one', 'two'].map((text) => store.store(report('c', { key: 'at once' }), text)),
      );
      expect(both[0]).toEqual(both[1]);
      expect(await store.list({ name: 'c' })).toHaveLength(1);
    });

    test('versions are numbered per name, immutable, and never given twice', async () => {
      const first = await store.store(report('plan'), 'one');
      const other = await store.store(report('other'), 'one');
      const second = await store.store(report('plan'), 'two');
      expect([first.version, second.version, other.version]).toEqual([1, 2, 1]);
      expect([first.parent, second.parent]).toEqual([null, first.id]);
      expect(await store.versions('plan')).toEqual([first, second]);
      await store.remove(second.id);
      const third = await store.store(report('plan'), 'three');
      expect(third).toMatchObject({ version: 3, parent: first.id });
      expect(await store.text(first.id)).toBe('one');
      expect(await store.versions('nobody')).toEqual([]);
    });

    test('what is handed out or in can be changed without changing what is kept', async () => {
      const request = { name: 'a', type: 'report', custom: { deep: { value: 1 } }, tags: ['t'] };
      const content = Uint8Array.of(1, 2, 3);
      const { id } = await store.store(request, content);
      request.custom.deep.value = 2;
      content[0] = 9;
      ((await store.get(id)).custom as { deep: { value: number } }).deep.value = 3;
      for await (const part of store.open(id)) part.fill(7);
      expect(await store.get(id)).toMatchObject({ custom: { deep: { value: 1 } }, tags: ['t'] });
      expect(await bytesOf(store.open(id))).toEqual(Uint8Array.of(1, 2, 3));
    });

    test('list filters and pages, newest first', async () => {
      const a = await store.store(report('a', { item: 'S-1', tags: ['x', 'y'] }), '1');
      const b = await store.store({ name: 'b', type: 'diff', item: 'S-1', run: 'r', tags: ['x'] }, '2');
      const c = await store.store(report('c', { item: 'S-2' }), '3');
      expect(ids(await store.list({}))).toEqual([c.id, b.id, a.id]);
      expect(ids(await store.list({}, { limit: 1, offset: 1 }))).toEqual([b.id]);
      expect(ids(await store.list({ item: 'S-1' }))).toEqual([b.id, a.id]);
      expect(ids(await store.list({ type: 'report', item: 'S-1' }))).toEqual([a.id]);
      expect(ids(await store.list({ tags: ['x'] }))).toEqual([b.id, a.id]);
      expect(ids(await store.list({ tags: ['x', 'y'] }))).toEqual([a.id]);
      expect(ids(await store.list({ run: 'r' }))).toEqual([b.id]);
      expect(ids(await store.list({ after: b.createdAt }))).toEqual([c.id, b.id]);
      expect(ids(await store.list({ before: b.createdAt }))).toEqual([a.id]);
      expect(ids(await store.list({ idPrefix: 'a-000' }))).toEqual([c.id, b.id, a.id]);
      expect(await store.list({ idPrefix: 'a_' })).toEqual([]);
      expect(await store.list({}, { limit: 0 })).toEqual([]);
    });

    test('search finds by words in content and name, ranks, counts and shows where', async () => {
      const filler = 'nothing of interest stands here at all '.repeat(5);
      const weak = await store.store(report('notes', { item: 'S-1' }), `${filler} the parser ${filler}`);
      const strong = await store.store(report('parser', { tags: ['x'] }), 'The Parser: parser, Pärser!');
      await store.store({ name: 'image', type: 'other' }, Buffer.from('parser'));
      await store.store(report('else'), 'a lexer');
      const found = await store.search({ text: 'PARSER' });
      expect(ids(found.hits.map(({ artifact }) => artifact))).toEqual([strong.id, weak.id]);
      expect(found.hits[0]?.score).toBeGreaterThan(found.hits[1]?.score ?? Number.NaN);
      expect(found).toMatchObject({ found: 2, more: false });
      expect(found.facets).toEqual({
        types: [{ value: 'report', count: 2 }],
        tags: [{ value: 'x', count: 1 }],
        items: [{ value: 'S-1', count: 1 }],
      });
      const marked = found.hits.map(({ highlights }) =>
        highlights.flatMap(({ text, marks }) => marks.map(([from, to]) => text.slice(from, to))),
      );
      expect(marked).toEqual([['Parser', 'parser', 'Pärser'], ['parser']]);
      expect((await store.search({ text: 'parser', item: 'S-1' })).found).toBe(1);
      expect((await store.search({ text: 'parser', tags: ['x'], type: 'report' })).found).toBe(1);
      expect((await store.search({ text: 'parser', before: weak.createdAt })).found).toBe(0);
      expect((await store.search({ text: 'parser nothing' })).found).toBe(1);
      expect((await store.search({ text: 'parser', limit: 1, offset: 1 })).hits[0]?.artifact.id).toBe(
        weak.id,
      );
      expect((await store.search({ text: '?!' })).found).toBe(0);
      expect((await store.search({ type: 'report', limit: 2 })).hits).toHaveLength(2);
      expect((await store.search({ text: `"parser" OR * AND NEAR(` })).found).toBe(0);
    });

    test('a tagged, held or referenced artifact is not removed; the others are, with their bytes', async () => {
      const source = await store.store(report('source'), 'shared');
      const twin = await store.store(report('twin'), 'shared');
      const child = await store.store(report('child', { derivedFrom: [source.id] }), 'child');
      expect(await store.references(source.id)).toBe(1);
      expect(await codeOf(store.remove(source.id))).toBe('refused');
      expect((await store.tag(child.id, ['keep', 'a'])).tags).toEqual(['a', 'keep']);
      expect(await codeOf(store.remove(child.id))).toBe('refused');
      expect((await store.untag(child.id, ['keep', 'a', 'never'])).tags).toEqual([]);
      const held = await store.hold(child.id, { reason: 'audit', by: 'ada' });
      expect(held.hold).toMatchObject({ reason: 'audit', by: 'ada', at: expect.any(Number) });
      expect(await codeOf(store.remove(child.id))).toBe('refused');
      expect((await store.release(child.id)).hold).toBeNull();
      expect((await store.remove(child.id)).freedBytes).toBeGreaterThan(0);
      expect(await store.remove(source.id)).toEqual({ freedBytes: 0 });
      expect(await store.text(twin.id)).toBe('shared');
      expect((await store.remove(twin.id)).freedBytes).toBeGreaterThan(0);
      expect(await codeOf(store.get(twin.id))).toBe('missing');
      expect((await store.search({ text: 'shared' })).found).toBe(0);
      expect(await store.stats()).toMatchObject({ artifacts: 0, blobs: 0 });
      expect(await store.collectOrphans()).toEqual({ removed: 0, bytes: 0 });
    });

    test('lineage is the whole family: every ancestor and descendant, no one else', async () => {
      const make = (name: string, ...derivedFrom: Artifact[]) =>
        store.store(report(name, { derivedFrom: ids(derivedFrom) }), name);
      const root = await make('root');
      const left = await make('left', root);
      const right = await make('right', root);
      const focus = await make('focus', left, right);
      const stranger = await make('stranger', left);
      const later = await store.store(report('focus'), 'focus again');
      const leaf = await make('leaf', later);
      const lineage = await store.lineage(focus.id);
      expect(ids(lineage.artifacts)).toEqual(ids([root, left, right, focus, later, leaf]));
      expect(ids(lineage.artifacts)).not.toContain(stranger.id);
      const shown = ({ from, to, kind }: LineageLink) => `${from} ${kind} ${to}`;
      expect(lineage.links.map(shown).sort()).toEqual(
        [
          `${root.id} derived ${left.id}`,
          `${root.id} derived ${right.id}`,
          `${left.id} derived ${focus.id}`,
          `${right.id} derived ${focus.id}`,
          `${focus.id} version ${later.id}`,
          `${later.id} derived ${leaf.id}`,
        ].sort(),
      );
      expect(await codeOf(store.store(report('x', { derivedFrom: ['a-9999'] }), 'x'))).toBe('missing');
      expect(await codeOf(store.lineage('a-9999'))).toBe('missing');
    });

    test('diff compares text line by line and everything else by size', async () => {
      const one = await store.store(report('plan'), 'a\nb\nc\n');
      const two = await store.store(report('plan'), 'a\nB\nc\n');
      const binary = await store.store(report('image'), Uint8Array.of(1, 2));
      const patch = await store.diff(one.id, two.id);
      expect(patch).toMatchObject({ kind: 'text' });
      const lines = patch.kind === 'text' ? patch.patch.split('\n') : [];
      expect(lines).toEqual(expect.arrayContaining(['-b', '+B', ' a', ' c']));
      expect(patch.kind === 'text' && patch.patch).toContain('plan@1');
      expect(await store.diff(one.id, one.id)).toEqual({ kind: 'same' });
      expect(await store.diff(one.id, binary.id)).toMatchObject({ kind: 'bytes', sizes: [6, 2] });
    });

    test('what cannot be kept is refused and leaves nothing', async () => {
      for (const bad of [
        report(''),
        { name: 'a', type: 'Not A Type' },
        report('a', { key: '' }),
        report('a', { tags: ['two\nlines'] }),
        report('a', { quality: 1.5 }),
        report('a', { quality: Number.NaN }),
      ])
        expect(await codeOf(store.store(bad, 'x'))).toBe('invalid');
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield Uint8Array.of(1);
        throw new Error('the source ended early');
      }
      await expect(store.store(report('a'), broken())).rejects.toThrow('the source ended early');
      expect(await store.stats()).toMatchObject({ artifacts: 0, blobs: 0 });
      const { id } = await store.store(report('a'), 'x');
      expect(await codeOf(store.setQuality(id, -0.1))).toBe('invalid');
      expect((await store.setQuality(id, 0.25)).quality).toBe(0.25);
    });

    test('what was kept is there after opening again', async (context) => {
      if (!opened.reopen) context.skip('nothing outlives the process');
      const before = await store.store(report('a', { tags: ['t'], key: 'k' }), 'persistent words');
      store = (await opened.reopen?.()) as ArtifactStore;
      expect(await store.store(report('b', { key: 'k' }), 'other')).toEqual(before);
      expect(await store.text(before.id)).toBe('persistent words');
      expect((await store.search({ text: 'persistent' })).found).toBe(1);
    });
  });

  artifactLaws(name, open);
}
