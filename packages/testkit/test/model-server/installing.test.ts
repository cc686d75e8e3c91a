import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const SCRIPT = resolve(import.meta.dirname, '../../../../scripts/agents.mjs');

/** Stands where npm should: installs a package of the version it is told to, and writes down what it was asked. */
const NPM = `
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const args = process.argv.slice(2);
appendFileSync(process.env.FAKE_LOG, args.join(' ') + '\\n');
if (process.env.FAKE_STATUS) process.exit(Number(process.env.FAKE_STATUS));
const folder = args[args.indexOf('--prefix') + 1];
const [, name] = /((?:@[^/]+\\/)?[^@]+)@/.exec(args.find((each) => /@[0-9]/.test(each)));
mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
mkdirSync(join(folder, 'node_modules', name), { recursive: true });
writeFileSync(join(folder, 'node_modules', name, 'package.json'), JSON.stringify({ version: process.env.FAKE_VERSION }));
writeFileSync(join(folder, 'node_modules', '.bin', 'codex'), '');
`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'symphony-agents-'));
  writeFileSync(join(root, 'npm.cjs'), NPM);
  chmodSync(join(root, 'npm.cjs'), 0o755);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const cache = () => join(root, 'cache');
const install = (names: readonly string[], fake: Record<string, string>) =>
  run(process.execPath, [SCRIPT, ...names], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: root,
      SYMPHONY_AGENT_CACHE: cache(),
      npm_execpath: join(root, 'npm.cjs'),
      FAKE_LOG: join(root, 'log'),
      ...fake,
    },
  });
const asked = () => readFileSync(join(root, 'log'), 'utf8').trim().split('\n');

describe('installing the agents', () => {
  test('brings the pinned version once, and tells where the program is', async () => {
    const [first, second] = [
      await install(['codex'], { FAKE_VERSION: '0.166.0' }),
      await install(['codex'], { FAKE_VERSION: '0.166.0' }),
    ];
    const { codex } = JSON.parse(first.stdout);
    expect(existsSync(codex)).toBe(true);
    expect(second.stdout).toBe(first.stdout);
    expect(asked()).toEqual([expect.stringContaining('--engine-strict=false @openai/codex@0.166.0')]);
    expect(readdirSync(cache())).toEqual(['codex@0.166.0']);
  });

  test.each<[string, Record<string, string>]>([
    ['npm fails', { FAKE_STATUS: '1' }],
    ['another version arrives', { FAKE_VERSION: '0.1.0' }],
  ])('leaves nothing behind and says so in one sentence when %s', async (_, fake) => {
    const failed = await install(['codex'], fake).catch((error) => error);
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr.trim().split('\n').at(-1)).toMatch(
      /^agents: @openai\/codex@0\.166\.0 could not be installed/,
    );
    expect(readdirSync(cache())).toEqual([]);
  });

  test('two at once end with one whole agent', async () => {
    const both = await Promise.all([1, 2].map(() => install(['codex'], { FAKE_VERSION: '0.166.0' })));
    expect(both[0]?.stdout).toBe(both[1]?.stdout);
    expect(readdirSync(cache())).toEqual(['codex@0.166.0']);
  });

  test('knows only its own agents', async () => {
    const failed = await install(['nobody'], {}).catch((error) => error);
    expect(failed).toMatchObject({ code: 1 });
    expect(failed.stderr).toBe(
      'agents: nobody is no known agent: choose among claude, codex, opencode, gemini.\n',
    );
  });
});
