import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, makeRepository, symphony } from './symphony.ts';

let repository: ReturnType<typeof makeRepository>;
const ask = (...args: string[]): Ended => symphony(args, { cwd: repository.path });
beforeAll(() => {
  repository = makeRepository();
});
afterAll(() => repository.remove());

describe('a project without a conductor', () => {
  test('status says what to do when nothing was played yet', () => {
    const { code, out } = ask('status');
    expect(code).toBe(0);
    expect(out).toContain('symphony run');
  });

  test('C21 init --yes writes a configuration that is valid and explained with its sources', () => {
    const { code, out } = ask('init', '--yes');
    expect(code).toBe(0);
    expect(out).toContain('Wrote .symphony/symphony.yaml');
    expect(existsSync(join(repository.path, '.symphony', 'symphony.yaml'))).toBe(true);
    expect(ask('config', 'validate')).toMatchObject({
      code: 0,
      out: 'The configuration is valid.\n',
      err: '',
    });
    const rows = JSON.parse(ask('config', 'show', '--json').out);
    expect(rows).toContainEqual({
      path: 'target',
      value: 'main',
      source: expect.stringMatching(/^\.symphony\/symphony\.yaml:\d+$/),
    });
    expect(ask('config', 'show').out).toMatch(/^target +main +\.symphony\/symphony\.yaml:\d+$/m);
  });

  test('C21 an invalid configuration ends with 1 and names the line', () => {
    const file = join(repository.path, '.symphony', 'symphony.yaml');
    const good = readFileSync(file, 'utf8');
    writeFileSync(file, 'targt: main\n');
    const { code, out } = ask('config', 'validate');
    expect(code).toBe(1);
    expect(out).toContain('.symphony/symphony.yaml:1');
    expect(JSON.parse(ask('config', 'validate', '--json').out).ok).toBe(false);
    writeFileSync(file, good);
  });

  test('C24 doctor says how to mend what is wrong; --json is findings alone', () => {
    const { out, err } = ask('doctor', '--json');
    expect(err).toBe('');
    const findings = JSON.parse(out);
    expect(findings.length).toBeGreaterThan(3);
    for (const finding of findings)
      expect(Object.keys(finding)).toEqual(['name', 'status', 'message', 'fix']);
    expect(ask('doctor').out).toMatch(/^✓ /m);
  });

  test('board add, list, show, move, edit', () => {
    expect(ask('board', 'add', 'Fix the parser', '--label', 'bug,Small', '--priority', '1').out).toBe(
      'S-1 is on the board in Todo.\n',
    );
    const second = symphony(['board', 'add', 'Document it', '-d', '-', '--blocked-by', 'S-1', '--json'], {
      cwd: repository.path,
      input: 'All of it.\n',
    });
    expect(JSON.parse(second.out)).toMatchObject({
      identifier: 'S-2',
      description: 'All of it.',
      title: 'Document it',
    });
    expect(ask('board', 'list').out).toMatch(/^S-1 +Todo +1 +Fix the parser +bug, small$/m);
    expect(ask('board', 'move', 's-2', 'done').out).toBe('S-2 is in Done.\n');
    expect(JSON.parse(ask('board', 'list', '--state', 'done', '--json').out).items).toHaveLength(1);
    expect(ask('board', 'show', 'S-1').out).toContain('title: Fix the parser');
    expect(JSON.parse(ask('board', 'edit', 'S-1', '--title', 'Mend the parser', '--json').out).title).toBe(
      'Mend the parser',
    );
    expect(ask('board', 'show', 'S-9')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('symphony board list'),
    });
  });

  test('board edit opens $EDITOR, which may have arguments', () => {
    const editor = join(repository.path, 'my editor.sh');
    writeFileSync(editor, '#!/bin/sh\nsed -i "s/Mend/$1/" "$2"\n');
    chmodSync(editor, 0o755);
    const edited = symphony(['board', 'edit', 'S-1'], {
      cwd: repository.path,
      env: { EDITOR: `'${editor}' Rewrite`, VISUAL: '' },
    });
    expect(edited).toMatchObject({ code: 0, out: 'S-1 is saved.\n' });
    expect(ask('board', 'show', 'S-1').out).toContain('title: Rewrite the parser');
    const none = symphony(['board', 'edit', 'S-1'], {
      cwd: repository.path,
      env: { EDITOR: '', VISUAL: '' },
    });
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('Set EDITOR') });
  });

  test('a hostile title cannot command the terminal', () => {
    ask('board', 'add', 'Evil \u001b]0;owned\u0007\u001b[2J title');
    for (const args of [
      ['board', 'list'],
      ['board', 'show', 'S-3'],
      ['board', 'list', '--json'],
    ]) {
      expect(ask(...args).out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    }
  });

  test('chambers: none yet', () => {
    expect(ask('chamber', 'list').out).toContain('There are no chambers');
    expect(ask('chamber', 'open', 'S-1')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('symphony chamber list'),
    });
  });
});
