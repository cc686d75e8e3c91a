import type { ChangedFile } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { diffRows, neighbouringCode } from '../../../src/diff/diff-rows.ts';
import { fileRows, neighbouringFile, tallyOf } from '../../../src/diff/file-rows.ts';
import { placeOf, readPatch } from '../../../src/diff/patch-lines.ts';
import { isEmpty, NO_REMARKS, readDraft, remark } from '../../../src/diff/review-draft.ts';
import { visibleLine } from '../../../src/diff/visible-text.ts';

const PATCH = `diff --git a/my file.txt b/my file.txt
index 1111111..2222222 100644
--- a/my file.txt
+++ b/my file.txt
@@ -1,3 +1,3 @@ top
 one
-two
+zwei
 three
\\ No newline at end of file
`;

const file = (path: string, added: number | null = 1): ChangedFile => ({
  path,
  oldPath: null,
  change: 'modified',
  added,
  removed: added,
});

describe('a patch', () => {
  const lines = readPatch(PATCH) ?? [];

  test('is read into lines with their numbers before and after', () => {
    expect(lines).toEqual([
      { kind: 'hunk', text: '@@ -1,3 +1,3 @@ top' },
      { kind: 'same', old: 1, new: 1, text: 'one', more: 0 },
      { kind: 'removed', old: 2, new: null, text: 'two', more: 0 },
      { kind: 'added', old: null, new: 2, text: 'zwei', more: 0 },
      { kind: 'same', old: 3, new: 3, text: 'three', more: 0 },
    ]);
  });

  test('remarks belong to the side the line is on', () => {
    const places = lines.flatMap((line) => (line.kind === 'hunk' ? [] : [placeOf(line)]));
    expect(places.map(({ side, line }) => `${side} ${line}`)).toEqual(['new 1', 'old 2', 'new 2', 'new 3']);
  });

  test('remarks and the open box stand below their lines', () => {
    const comment = { path: 'my file.txt', line: 2, side: 'old', text: 'why?' } as const;
    const rows = diffRows(lines, 'my file.txt', [comment], 'new 2 my file.txt');
    expect(rows.map(({ kind }) => kind).join(' ')).toBe('hunk code code remark code box code');
    expect(neighbouringCode(rows, 2, 1)).toBe(4);
    expect(neighbouringCode(rows, 1, -1)).toBeNull();
  });

  test('what is no diff is told from an empty one', () => {
    expect(readPatch('')).toEqual([]);
    expect(readPatch('Binary files differ')).toBeNull();
  });

  test('five thousand lines are read in a moment', () => {
    const body = Array.from({ length: 5_000 }, (_, at) => `+line ${at}`).join('\n');
    const begun = performance.now();
    const read = readPatch(`diff --git a/a b/a\n--- /dev/null\n+++ b/a\n@@ -0,0 +1,5000 @@\n${body}\n`);
    expect(read).toHaveLength(5_001);
    expect(performance.now() - begun).toBeLessThan(500);
  });
});

describe('a line somebody judges', () => {
  test('what cannot be seen is written out', () => {
    expect(visibleLine('if (a\u202e) {\t\u001b[2K').text).toBe('if (a⟨U+202E⟩) {\t⟨U+001B⟩[2K');
    expect(visibleLine('dos\r')).toEqual({ text: 'dos', more: 0 });
  });

  test('a line of megabytes is cut, and it is said by how much', () => {
    const { text, more } = visibleLine('x'.repeat(2_000_000));
    expect(text.length).toBe(1_000);
    expect(more).toBe(1_999_000);
  });
});

describe('remarks', () => {
  const one = { path: 'b.txt', line: 3, side: 'new', text: ' rename it ' } as const;

  test('one for a line; an empty one takes it away; in the order they are read', () => {
    let draft = remark(NO_REMARKS, one);
    draft = remark(draft, { ...one, path: 'a.txt', line: 9, text: 'first' });
    draft = remark(draft, { ...one, text: 'rename it twice' });
    expect(draft.comments.map(({ path, text }) => `${path} ${text}`)).toEqual([
      'a.txt first',
      'b.txt rename it twice',
    ]);
    expect(remark(draft, { ...one, text: ' ' }).comments).toHaveLength(1);
    expect(isEmpty(draft)).toBe(false);
  });

  test('are read back as they were kept, and nothing else is', () => {
    const draft = { ...remark(NO_REMARKS, one), text: 'well' };
    expect(readDraft(JSON.stringify(draft))).toEqual(draft);
    for (const kept of [null, '', '{', '{"comments":[{"path":1}],"text":""}', '[]'])
      expect(readDraft(kept)).toEqual(NO_REMARKS);
  });
});

describe('the list of files', () => {
  const files = [file('src/z.ts'), file('README.md'), file('src/a/b.ts'), file('src/c.ts', null)];

  test('each under its folder', () => {
    const rows = fileRows(files, '', 'folders');
    expect(rows.map((row) => (row.kind === 'folder' ? `[${row.path}]` : row.name))).toEqual([
      'README.md',
      '[src/]',
      'c.ts',
      'z.ts',
      '[src/a/]',
      'b.ts',
    ]);
  });

  test('by words, as a list, and from one to the next', () => {
    const rows = fileRows(files, 'SRC', 'list');
    expect(rows).toHaveLength(3);
    expect(neighbouringFile(rows, 'src/a/b.ts', 1)?.path).toBe('src/c.ts');
    expect(neighbouringFile(rows, 'src/a/b.ts', -1)).toBeNull();
    expect(neighbouringFile(rows, null, 1)?.path).toBe('src/a/b.ts');
    expect(tallyOf(files)).toEqual({ added: 3, removed: 3 });
  });
});
