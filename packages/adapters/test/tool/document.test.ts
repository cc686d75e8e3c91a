import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentTool } from '@symphony/adapters/tool';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { docx, pdf } from './sample-documents.ts';
import { boxOf, folderOfItsOwn, type ToolBox } from './stage.ts';

let folder: ReturnType<typeof folderOfItsOwn>;
let box: ToolBox;
beforeEach(() => {
  folder = folderOfItsOwn();
  box = boxOf([documentTool({ root: folder.path })]);
});
afterEach(() => folder.remove());

const parse = (name: string, content: string | Buffer, more: object = {}) => {
  writeFileSync(join(folder.path, name), content);
  return box.use('document.parse', { path: name, ...more });
};

describe('R5 document.parse', () => {
  test('PDF, page by page', async () => {
    const read = await parse('paper.pdf', pdf(['Hello from page one', 'And the second']));
    expect(read).toMatchObject({ kind: 'pdf', pages: 2 });
    expect(read.text).toMatch(/\[page 1\]\nHello from page one\s+\[page 2\]\nAnd the second/);
  });

  test('DOCX with what is bold', async () => {
    expect(await parse('letter.docx', docx())).toMatchObject({
      kind: 'docx',
      text: 'Dear **Ada**\n\nSecond paragraph.',
    });
  });

  test('DOCX that is small only while it is packed is refused', async () => {
    const bomb = docx({ 'word/styles.xml': ' '.repeat(80 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    await expect(parse('bomb.docx', bomb)).rejects.toThrow('The document is too large when unpacked.');
  });

  test('CSV as rows with the names of their columns, whatever divides them', async () => {
    const rows = '{"name":"Ada","age":"36"}\n{"name":"Grace, H.","age":"85"}';
    expect(await parse('a.csv', 'name,age\nAda,36\n"Grace, H.",85\n')).toMatchObject({
      kind: 'csv',
      rows: 2,
      text: rows,
    });
    expect((await parse('b.csv', '\ufeffname;age\nAda;36\nGrace, H.;85\n')).text).toBe(rows);
    expect((await parse('c.tsv', 'name\tage\nAda\t36\nGrace, H.\t85')).text).toBe(rows);
  });

  test('HTML, JSON, Markdown and text', async () => {
    expect((await parse('p.html', '<h2>Hi</h2><script>x</script><p>there</p>')).text).toBe('## Hi\n\nthere');
    expect((await parse('d.json', '{"a":[1]}')).text).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(await parse('r.md', '# Hi\n')).toMatchObject({ kind: 'markdown', text: '# Hi\n' });
    expect(await parse('noending', 'plain ü')).toMatchObject({ kind: 'text', text: 'plain ü' });
  });

  test('in parts', async () => {
    expect(await parse('long.txt', 'abcdef', { from: 2, characters: 3 })).toMatchObject({
      text: 'cde',
      next: 5,
      characters: 6,
    });
  });

  test.each([
    ['a damaged PDF', 'x.pdf', Buffer.from('%PDF-1.4 nothing')],
    ['a zip that is no document', 'x.zip', docx()],
    ['a document that is none', 'x.docx', Buffer.from('PK\x03\x04nothing')],
    ['broken JSON', 'x.json', Buffer.from('{"a":')],
    ['a program', 'x.bin', Buffer.from([1, 0, 2])],
  ])('%s is said to be unreadable', async (_, name, bytes) => {
    writeFileSync(join(folder.path, name), bytes);
    expect((await box.failure('document.parse', { path: name })).message).toMatch(
      /could not be read|cannot be read/,
    );
  });

  test('it does not leave its folder', async () => {
    symlinkSync('/etc/hostname', join(folder.path, 'link'));
    for (const path of ['../x', '/etc/hostname', 'link'])
      expect((await box.failure('document.parse', { path })).code).toBe('E8001');
  });
});
