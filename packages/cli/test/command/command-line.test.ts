import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { BIN, symphony } from './symphony.ts';

describe('C24 the command line', () => {
  test.each([
    [['stauts'], "unknown command 'stauts'", 'Did you mean one of stats, status?'],
    [['status', '--jsno'], "unknown option '--jsno'", 'Did you mean --json?'],
    [['explain'], "missing required argument 'id'", 'symphony --help'],
    [['events', '--limit', 'many'], 'It must be a whole number', 'symphony --help'],
    [['status', 'twice'], 'too many arguments', 'symphony --help'],
    [['run', ' '], 'The work to do is empty.', 'symphony run "make the tests pass"'],
    [['events', '--follow', '--json'], '--follow does not go with', '--jsonl'],
    [['answer', 'S-1'], 'The answer is missing.', 'symphony answer S-1'],
    [['init'], 'There is no terminal to ask questions on.', 'symphony init --yes'],
    [['\u001b[31mred'], "unknown command 'red'", 'symphony --help'],
  ])('wrong use ends with 2, one sentence and a next step: %j', (args, sentence, nextStep) => {
    const { code, out, err } = symphony(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    const [first = '', second = '', ...rest] = err.trimEnd().split('\n');
    expect(first).toMatch(/^symphony: /);
    expect(first).toContain(sentence);
    expect(second).toContain(nextStep);
    expect(rest).toEqual([]);
  });

  test('outside a repository: one sentence, the next step, no stack, code 1', () => {
    const { code, out, err } = symphony(['status'], { cwd: tmpdir() });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^symphony: .* is not inside a git repository\.\n {2}.*git init`\.\n$/);
  });

  test('SYMPHONY_DEBUG=1 adds the stack', () => {
    const { err } = symphony(['status', '-C', '/nonexistent'], { env: { SYMPHONY_DEBUG: '1' } });
    expect(err).toContain('/nonexistent does not exist.');
    expect(err).toMatch(/\n {4}at /);
  });

  test('--json prints JSON and nothing else', () => {
    const { code, out, err } = symphony(['version', '--json']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(Object.keys(JSON.parse(out))).toEqual(['symphony', 'node', 'platform']);
  });

  test('without arguments it explains itself', () => {
    const { code, out } = symphony([]);
    expect(code).toBe(0);
    expect(out).toContain('Exit codes: 0 done, 1 failed, 2 wrong use.');
  });

  test('a reader that leaves ends it quietly with 0', () => {
    const script = `{ '${process.execPath}' '${BIN}' --help; echo "code $?" >&2; } | true`;
    const done = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
    expect(done.stderr).toBe('code 0\n');
  });
});

/** Gives a program a terminal of its own. */
const TERMINAL = 'script';

const withTerminal = (command: string, env: NodeJS.ProcessEnv = {}) =>
  spawnSync(TERMINAL, ['-qec', command, '/dev/null'], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: undefined, TERM: 'xterm', ...env },
  }).stdout;

describe.skipIf(spawnSync(TERMINAL, ['--version']).error)(
  'colours (needs the `script` program for a terminal)',
  () => {
    const command = `'${process.execPath}' '${BIN}' nope`;

    test('are there on a terminal', () => {
      expect(withTerminal(command)).toContain('\u001b[31msymphony:\u001b[39m');
    });

    test.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }])('are not with %j', (env) => {
      const text = withTerminal(command, env);
      expect(text).toContain('symphony:');
      expect(text).not.toContain('\u001b[');
    });

    test('are not in a pipe', () => {
      expect(symphony(['nope']).err).not.toContain('\u001b');
    });
  },
);
