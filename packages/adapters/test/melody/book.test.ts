import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MELODY_FOLDER, openMelodyBook } from '../../src/melody/index.ts';

const melody = (name: string, title = name): string =>
  `name: ${name}\ntitle: ${title}\nsteps:\n  - { id: a, run: make }\n`;
const builtIns = [
  { file: 'one.yaml', text: melody('one', 'Built in') },
  { file: 'two.yaml', text: melody('two', 'Built in') },
];

let root = '';
const put = (name: string, text: string): void => writeFileSync(join(root, MELODY_FOLDER, name), text);
const listed = async (): Promise<string[]> =>
  (await openMelodyBook(root, builtIns))
    .list()
    .map((each) => `${each.melody.name} ${each.origin}${each.replaces ? ' instead' : ''} ${each.file}`);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'symphony-melodies-'));
  mkdirSync(join(root, MELODY_FOLDER), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('P7 the melodies of a repository', () => {
  test('P7 without a folder there are the built-in ones', async () => {
    rmSync(join(root, '.symphony'), { recursive: true });
    expect(await listed()).toEqual(['one built-in one.yaml', 'two built-in two.yaml']);
  });

  test('P7 one of the repository stands in the place of a built-in one', async () => {
    put('mine.yaml', melody('one', 'Mine'));
    put('three.yaml', melody('three'));
    expect(await listed()).toEqual([
      'one repository instead .symphony/melodies/mine.yaml',
      'three repository .symphony/melodies/three.yaml',
      'two built-in two.yaml',
    ]);
    expect((await openMelodyBook(root, builtIns)).find('one')?.melody.title).toBe('Mine');
  });

  test('P7 a bad file is told by name and line and is in nobody else’s way', async () => {
    put('bad.yaml', 'name: bad\ntitle: Bad\nsteps:\n  - id: a\n');
    put('good.yaml', melody('good'));
    const book = await openMelodyBook(root, builtIns);
    expect(book.find('good')).not.toBeNull();
    expect(book.find('bad')).toBeNull();
    expect(book.problems()).toMatchObject([{ file: '.symphony/melodies/bad.yaml', line: 4 }]);
  });

  test('P7 a bad file that was to replace a built-in one leaves its place empty', async () => {
    put('one.yaml', 'name: one\ntitle: One\nsteps: [\n');
    expect(await listed()).toEqual(['two built-in two.yaml']);
  });

  test('P7 two of one name: the first counts, the second is told', async () => {
    put('a.yaml', melody('same', 'First'));
    put('b.yaml', melody('same', 'Second'));
    const book = await openMelodyBook(root, []);
    expect(book.find('same')?.melody.title).toBe('First');
    expect(book.problems()).toMatchObject([{ file: '.symphony/melodies/b.yaml', line: 1 }]);
  });

  test('P7 a file that would be passed over is told, and so is what cannot be read', async () => {
    put('late.yml', melody('late'));
    put('notes.txt', 'x');
    mkdirSync(join(root, MELODY_FOLDER, 'folder.yaml'));
    const book = await openMelodyBook(root, []);
    expect(book.problems().map(({ file, sentence }) => `${file}: ${sentence}`)).toEqual([
      '.symphony/melodies/folder.yaml: It cannot be read: EISDIR.',
      '.symphony/melodies/late.yml: Only files that end in `.yaml` are read.',
    ]);
  });
});
