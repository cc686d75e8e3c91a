import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
// @ts-expect-error: plain JavaScript that also runs before anything is installed.
import { bundled, bundlesIn, look } from '../../../../scripts/bundled.mjs';
import { BIN } from '../command/symphony.ts';

const root = mkdtempSync(join(tmpdir(), 'symphony-bundle-'));
const source = join(root, 'main.ts');

/** A bundle made of one source, as it is now. */
function makeBundle(): void {
  mkdirSync(bundlesIn(root), { recursive: true });
  writeFileSync(source, 'export const main = 1;\n');
  const noted = { folder: 'made', sources: [look(root, 'main.ts')] };
  writeFileSync(join(bundlesIn(root), 'current.json'), JSON.stringify(noted));
}

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the bundle of the command is used', () => {
  test('while its sources are as they were', () => {
    makeBundle();
    expect(bundled(root)).toBe(join(bundlesIn(root), 'made'));
  });

  test('not where none was made', () => {
    expect(bundled(root)).toBeNull();
  });

  test('not after a source was written, were it with the same length', () => {
    makeBundle();
    writeFileSync(source, 'export const main = 2;\n');
    utimesSync(source, new Date(), new Date(Date.now() + 1000));
    expect(bundled(root)).toBeNull();
  });

  test('not after a source went away', () => {
    makeBundle();
    rmSync(source);
    expect(bundled(root)).toBeNull();
  });

  test('not where its note is damaged', () => {
    makeBundle();
    writeFileSync(join(bundlesIn(root), 'current.json'), '{"folder":');
    expect(bundled(root)).toBeNull();
  });
});

test.skipIf(bundled() === null)(
  'the bundle says what the sources say (skipped where no bundle is up to date: npm run build)',
  () => {
    const help = (env: Record<string, string>): string =>
      execFileSync(process.execPath, [BIN, '--help'], { encoding: 'utf8', env: { ...process.env, ...env } });
    expect(help({})).toBe(help({ SYMPHONY_BUNDLE: 'off' }));
  },
);
