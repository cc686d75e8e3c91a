import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LAYERS, type Layer } from './layers.ts';

const STATIC =
  /(?:^|\n)\s*(?:import|export)\s[^;'"]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g;
const LAZY = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

const specifiers = (source: string, pattern: RegExp): string[] =>
  [...source.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '');

/** What is wrong with the imports of one file, as sentences. */
function violations(name: string, layer: Layer, path: string, source: string): string[] {
  const wrong: string[] = [];
  const folder = path.split('/')[0] ?? '';
  const pure = layer.pure && !layer.pure.except.includes(folder);
  for (const specifier of specifiers(source, STATIC)) {
    const target = /^@symphony\/([^/]+)/.exec(specifier)?.[1];
    if (target && target !== name && !layer.imports.includes(target)) wrong.push(`imports ${specifier}`);
    if (pure && specifier.startsWith('node:')) wrong.push(`is pure but imports ${specifier}`);
    if (specifier.startsWith('.') && leaves(path, specifier))
      wrong.push(`reaches outside its package: ${specifier}`);
  }
  for (const specifier of specifiers(source, LAZY)) {
    const target = /^@symphony\/([^/]+)/.exec(specifier)?.[1];
    const allowed = [...layer.imports, ...(layer.lazyImports ?? []), name];
    if (target && !allowed.includes(target)) wrong.push(`loads ${specifier}`);
  }
  if (pure && /\b(?:Date\.now|new Date\(\)|Math\.random)\b/.test(source))
    wrong.push('is pure but reads the clock or chance');
  return wrong;
}

const leaves = (path: string, specifier: string): boolean =>
  relative('.', join('src', path, '..', specifier)).startsWith('..');

const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

describe('layers', () => {
  test('every package is in the table', () => {
    expect(readdirSync('packages').sort()).toEqual(Object.keys(LAYERS).sort());
  });

  test.each(Object.entries(LAYERS))('%s imports only what the table allows', (name, layer) => {
    const folder = join('packages', name, 'src');
    const wrong = files(folder).flatMap((path) =>
      violations(name, layer, path, readFileSync(join(folder, path), 'utf8')).map(
        (what) => `${path} ${what}`,
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('the check itself sees what it should', () => {
    const pure: Layer = { imports: [], pure: { except: ['transports'] } };
    const see = (path: string, source: string) => violations('domain', pure, path, source).length;
    expect(see('a.ts', "import x from '@symphony/server';")).toBe(1);
    expect(see('a.ts', "import { readFileSync } from 'node:fs';")).toBe(1);
    expect(see('transports/a.ts', "import net from 'node:net';")).toBe(0);
    expect(see('a.ts', "import { a } from '../../bus/src/a.ts';")).toBe(1);
    expect(see('a.ts', 'const at = Date.now();')).toBe(1);
    expect(see('a.ts', "await import('@symphony/server');")).toBe(1);
  });
});
