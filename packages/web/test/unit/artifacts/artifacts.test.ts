import type { ArtifactFindings } from '@symphony/domain';
import { artifactRecord, EVERY_EVENT, entriesOf } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { linesOf, looksOf } from '../../../src/screens/artifacts/content-lines.ts';
import { piecesOf } from '../../../src/screens/artifacts/highlight.ts';
import { addPage } from '../../../src/screens/artifacts/pages.ts';
import { lineageGraph, relativesOf } from '../../../src/screens/artifacts/relatives.ts';
import { queryOf, readSearch, withParts } from '../../../src/screens/artifacts/search.ts';

test('the address says what is looked for, and only that is asked', () => {
  const search = readSearch(new URLSearchParams('q=+a+b+&type=diff&tag=kept&id=x'));
  expect(queryOf(search)).toEqual({ text: 'a b', type: 'diff', tags: ['kept'] });
  expect(queryOf(readSearch(new URLSearchParams()))).toEqual({});
  expect(withParts(new URLSearchParams('q=a&type=diff'), { q: '', id: 'x' }).toString()).toBe(
    'type=diff&id=x',
  );
});

test('pages are put together, each artifact once', () => {
  const page = (ids: readonly string[]): ArtifactFindings => ({
    hits: ids.map((id) => ({ artifact: artifactRecord(id), score: 0, highlights: [] })),
    found: 5,
    more: false,
    facets: { types: [], tags: [], items: [] },
  });
  const first = addPage(null, page(['a', 'b']), 0, 2);
  expect(first.next).toBe(2);
  const second = addPage(first, page(['b', 'c']), 2, 2);
  expect(second.hits.map((hit) => hit.artifact.id)).toEqual(['a', 'b', 'c']);
  expect(second.next).toBe(4);
  expect(addPage(second, page(['d']), 4, 2).next).toBeNull();
});

test('a highlight is cut at its marks, with what would move a terminal taken out', () => {
  expect(
    piecesOf({
      text: 'one \u001b[31mtwo three',
      marks: [
        [9, 12],
        [13, 18],
      ],
    }),
  ).toEqual([
    { text: 'one ', marked: false },
    { text: 'two', marked: true },
    { text: ' ', marked: false },
    { text: 'three', marked: true },
  ]);
});

test('a mark far behind is brought into sight; marks that overlap or lie outside do no harm', () => {
  const text = `${'x'.repeat(100)}here`;
  expect(piecesOf({ text, marks: [[100, 104]] })).toEqual([
    { text: '…', marked: false },
    { text: 'x'.repeat(24), marked: false },
    { text: 'here', marked: true },
  ]);
  const joined = piecesOf({
    text: 'abc',
    marks: [
      [0, 2],
      [1, 99],
      [50, 60],
    ],
  });
  expect(joined.map((piece) => piece.text).join('')).toBe('abc');
  expect(piecesOf({ text: 'abc', marks: [] })).toEqual([{ text: 'abc', marked: false }]);
});

test.each([
  [{ type: 'transcript', contentType: 'application/x-ndjson' }, 'words'],
  [{ type: 'diff', contentType: 'text/x-diff' }, 'diff'],
  [{ type: 'evidence', contentType: 'application/json' }, 'json'],
  [{ type: 'plan', contentType: 'text/markdown; charset=utf-8' }, 'prose'],
  [{ type: 'prompt', contentType: 'text/plain' }, 'text'],
  [{ type: 'other', contentType: 'text/plain' }, 'text'],
] as const)('%j is first shown as %s', (kind, look) => {
  expect(looksOf(artifactRecord('a', kind))[0]).toBe(look);
});

test('a transcript is told in words, and what is no entry stands as it is', () => {
  const entries = entriesOf(Object.values(EVERY_EVENT));
  const text = [
    ...entries.map((entry) => JSON.stringify(entry)),
    '{"at":1,"event":{"type":"new"}}',
    'no JSON',
    '',
  ].join('\n');
  const lines = linesOf(text, 'words');
  expect(lines).toHaveLength(entries.length + 2);
  expect(lines.slice(0, entries.length).every(({ aside }) => /^\d\d:\d\d:\d\d$/.test(aside))).toBe(true);
  expect(lines.slice(-2).map((line) => line.text)).toEqual(['{"at":1,"event":{"type":"new"}}', 'no JSON']);
});

test('a diff is coloured line by line; hidden characters are written out', () => {
  const patch = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\u202e\n same\n';
  expect(linesOf(patch, 'diff').map(({ kind }) => kind)).toEqual([
    'file',
    'note',
    'note',
    'hunk',
    'removed',
    'added',
    'plain',
  ]);
  expect(linesOf(patch, 'diff')[5]?.text).toBe('+new⟨U+202E⟩');
});

test('JSON is laid out; what is cut off stays as it is; a line of megabytes is cut', () => {
  expect(linesOf('{"a":[1]}', 'json').map(({ text }) => text)).toEqual([
    '{',
    '  "a": [',
    '    1',
    '  ]',
    '}',
  ]);
  expect(linesOf('{"a":', 'json').map(({ text }) => text)).toEqual(['{"a":']);
  expect(linesOf('x'.repeat(2_000_000), 'text')[0]?.text.length).toBeLessThan(1_100);
  expect(linesOf('\u001b[31mred\u001b[0m', 'text')[0]?.text).toBe('red');
});

test('lineage: what it comes from, what came of it, and all of it as a graph', () => {
  const lineage = {
    focus: 'b',
    artifacts: ['a', 'b', 'c', 'd'].map((id) => artifactRecord(id)),
    links: [
      { from: 'a', to: 'b', kind: 'derived' },
      { from: 'b', to: 'c', kind: 'version' },
      { from: 'b', to: 'gone', kind: 'derived' },
      { from: 'c', to: 'd', kind: 'derived' },
    ],
  } as const;
  const { from, to } = relativesOf(lineage);
  expect(from.map((each) => each.artifact.id)).toEqual(['a']);
  expect(to.map((each) => [each.artifact.id, each.kind])).toEqual([['c', 'version']]);
  const { nodes, edges } = lineageGraph(lineage);
  expect(nodes.map(({ id, tone }) => [id, tone])).toEqual([
    ['a', undefined],
    ['b', 'accent'],
    ['c', undefined],
    ['d', undefined],
  ]);
  expect(new Set(edges.map(({ id }) => id)).size).toBe(edges.length);
});
