import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { everyMap } from '../../src/config/known-keys.ts';
import { loadText } from './workspace.ts';

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

describe('C21 what people read about the configuration', () => {
  test('the example is valid', async () => {
    const result = await loadText(read('examples/symphony.yaml'), {
      files: { '.symphony/prompts/default.md': 'x' },
    });
    expect(result.ok ? [] : result.problems.map(({ message }) => message)).toEqual([]);
    expect(result.warnings).toEqual([]);
  });

  // Parts of an example that stand in the file in another form.
  const SHORT = new Set(['command', 'path', 'tool', 'prompt', 'field']);

  test.each(['examples/symphony.yaml', 'docs/reference/configuration.md'])('%s has every key', (path) => {
    const text = read(path);
    const missing = everyMap()
      .flatMap(({ path: at, keys }) => keys.map((key) => [...at, key].join('.')))
      .filter((place) => {
        const key = place.split('.').at(-1) ?? '';
        return !SHORT.has(key) && !new RegExp(`(?<![a-z_])${key}(?![a-z_])`).test(text);
      });
    expect(missing).toEqual([]);
  });
});
