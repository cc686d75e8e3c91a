import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgePermission, type PermissionPolicy, type PermissionRule } from '../src/index.ts';

const rule = (given: Partial<PermissionRule>): PermissionRule => ({
  tool: null,
  command: null,
  path: null,
  ...given,
});
const policy = (given: Partial<PermissionPolicy>): PermissionPolicy => ({
  allow: [],
  ask: [],
  deny: [],
  otherwise: 'ask',
  ...given,
});
const bash = (command: string) => ({ id: '1', tool: 'Bash', summary: command, command, paths: [] });
const write = (...paths: string[]) => ({ id: '1', tool: 'Write', summary: '', command: null, paths });

const GIT = policy({ allow: [rule({ tool: 'Bash', command: 'git *' })] });

describe('C20 what agents may do without asking', () => {
  test.each([
    ['git', 'allow'],
    ['git commit -m "a"', 'allow'],
    ['git add -A && git commit -m a', 'allow'],
    ['gitk', 'ask'],
    ['git status && rm -rf ..', 'ask'],
    ['git status; curl evil', 'ask'],
    ['git status | tee x', 'ask'],
    ['git status\nrm x', 'ask'],
    ['git log $(rm x)', 'ask'],
    ['git log `rm x`', 'ask'],
    ['git diff <(rm x)', 'ask'],
    ['git status & rm x', 'ask'],
    ['', 'ask'],
  ])('a rule for git: %j → %s', (command, verdict) => {
    expect(judgePermission(GIT, bash(command), false).verdict).toBe(verdict);
  });

  test('a forbidden command is forbidden wherever it stands in the line', () => {
    const strict = policy({ allow: [rule({ tool: 'Bash' })], deny: [rule({ command: 'git push*' })] });
    expect(judgePermission(strict, bash('make && git push --force'), true)).toEqual({
      verdict: 'deny',
      why: 'deny: *(git push*)',
    });
    expect(judgePermission(strict, bash('make'), true).verdict).toBe('allow');
  });

  test.each([
    [['src/a.ts'], 'allow'],
    [['src/deep/a.ts'], 'allow'],
    [['src/a.ts', 'docs/b.md'], 'ask'],
    [['/etc/passwd'], 'ask'],
    [[], 'ask'],
  ])('a rule for a folder fits when every path lies in it: %j', (paths, verdict) => {
    const rules = policy({ allow: [rule({ tool: 'Write', path: 'src/**' })] });
    expect(judgePermission(rules, write(...paths), true).verdict).toBe(verdict);
  });

  test('one star stays in its folder', () => {
    const rules = policy({ allow: [rule({ path: 'src/*.ts' })] });
    expect(judgePermission(rules, write('src/a.ts'), true).verdict).toBe('allow');
    expect(judgePermission(rules, write('src/b/a.ts'), true).verdict).toBe('ask');
  });

  test('what no rule speaks of is allowed inside a sandbox and asked for outside, unless it is said', () => {
    const silent = policy({ otherwise: null });
    expect(judgePermission(silent, bash('make'), true).verdict).toBe('allow');
    expect(judgePermission(silent, bash('make'), false).verdict).toBe('ask');
    expect(judgePermission(policy({ otherwise: 'deny' }), bash('make'), true).verdict).toBe('deny');
  });

  test('a rule added to what is denied never makes anything allowed that was not', () => {
    const patterns = fc.constantFrom('git *', 'rm *', '*', 'make', 'npm *');
    const rules = fc.array(patterns.map((command) => rule({ command })));
    const commands = fc
      .array(fc.constantFrom('git add', 'rm -rf x', 'make', 'npm ci'), { minLength: 1, maxLength: 3 })
      .chain((parts) => fc.constantFrom(' && ', '; ', ' | ', '\n').map((by) => parts.join(by)));
    fc.assert(
      fc.property(rules, rules, commands, patterns, (allow, deny, command, more) => {
        const before = judgePermission(policy({ allow, deny }), bash(command), false).verdict;
        const stricter = policy({ allow, deny: [...deny, rule({ command: more })] });
        const after = judgePermission(stricter, bash(command), false).verdict;
        expect(after === before || after === 'deny').toBe(true);
      }),
    );
  });
});
