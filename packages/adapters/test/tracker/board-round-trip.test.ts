import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Json, normaliseLabels } from '@symphony/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scratchBoard } from './scratch-board.ts';

/** Letters, YAML's and Markdown's own signs, line ends and every other character. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        ...[
          '---',
          '\n',
          '\r\n',
          ': ',
          ' #',
          '"',
          "'",
          '- ',
          '```',
          '\n## Comments\nmine',
          '\n---\n',
          '# x',
          '|',
          '>',
        ],
        ...[
          '\\',
          '\t',
          '{',
          '}',
          '[',
          ']',
          ',',
          '&a',
          '*a',
          '!t',
          '%',
          '@',
          '`',
          'é',
          '🎻',
          '\u2028',
          'null',
          '1.0',
        ],
        ...['true', '  ', '\u00a0', '\u0000', '\u0085', '\ufeff', '~', '=', '<<', '?', 'a'],
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);
const jsonField = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
const itemText = fc.record({
  title: anyText,
  description: anyText,
  labels: fc.array(anyText, { maxLength: 4 }),
  note: jsonField,
});

const asDescription = (text: string): string | null =>
  text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd() || null;
const asTitle = (text: string): string =>
  text
    .split(/[\r\n\u0085\u2028\u2029]+/)
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');

test('what is added and edited is shown again, whatever the text', async () => {
  const { board, folder } = scratchBoard();
  const check = async (
    wanted: { title: string; description: string; labels: string[]; note: Json },
    id: string,
  ) => {
    const { item, path } = await board.show(id);
    expect(path).toBe(join(folder, `${id}.md`));
    expect(item.title).toBe(asTitle(wanted.title));
    expect(item.description).toBe(asDescription(wanted.description));
    expect(item.labels).toEqual(normaliseLabels(wanted.labels));
    expect(JSON.stringify(item.fields.note ?? null)).toBe(JSON.stringify(wanted.note));
  };
  await fc.assert(
    fc.asyncProperty(itemText, itemText, async (first, second) => {
      fc.pre(asTitle(first.title) !== '' && asTitle(second.title) !== '');
      const { id } = await board.add({ ...first, fields: { note: first.note } });
      await check(first, id);
      await board.edit(id, { ...second, fields: { note: second.note } });
      await check(second, id);
      await board.comment(id, second.title, first.description);
      await board.comment(id, second.title, first.description);
      await check(second, id);
      const before = (await board.show(id)).text;
      await board.edit(id, { ...second, fields: { note: second.note } });
      expect((await board.show(id)).text).toBe(before);
      rmSync(join(folder, `${id}.md`));
    }),
    { numRuns: 100 },
  );
}, 60_000);
