import { describe, expect, test } from 'vitest';
import { excerptOf } from '../../src/code-host/github/check-excerpt.ts';
import { relevantPart } from '../../src/code-host/github/job-log.ts';

const LIMIT = 4_000;
const timed = (lines: readonly string[]): string =>
  lines.map((line, at) => `2026-11-18T00:00:00.${String(at).padStart(7, '0')}Z ${line}`).join('\n');
const noise = (count: number, what = 'compiling module'): string[] =>
  Array.from({ length: count }, (_, at) => `${what} ${at}`);

const STEP = ['##[group]Run npm test', 'npm test', 'shell: bash', '##[endgroup]'];
const TIDYING = ['Post job cleanup.', ...noise(200, 'removing'), 'Cleaning up orphan processes'];

describe('C19 the part of a log that says what went wrong', () => {
  test('is the failed step up to its error, without times, and nothing of what came before or after', () => {
    const log = timed([
      '##[group]Run npm ci',
      ...noise(50, 'installing'),
      '##[endgroup]',
      ...STEP,
      'a.ts:3 is out of tune',
      '##[error]Process completed with exit code 1.',
      ...TIDYING,
    ]);
    expect(relevantPart(log, LIMIT)).toBe(
      'Run npm test\nnpm test\nshell: bash\na.ts:3 is out of tune\n##[error]Process completed with exit code 1.',
    );
  });

  test('keeps what was run, the first failures and the end when the step is longer than there is room', () => {
    const lines = [
      ...STEP,
      ...noise(3_000),
      'FAIL test/song.test.ts > it is in tune',
      'AssertionError: expected A to be B',
      ...noise(3_000, 'passing test'),
      '1 failed, 3000 passed',
      '##[error]Process completed with exit code 1.',
    ];
    const part = relevantPart(timed(lines), LIMIT);
    expect(part.length).toBeLessThanOrEqual(LIMIT);
    expect(part).toMatch(/^Run npm test\n/);
    expect(part).toContain('FAIL test/song.test.ts > it is in tune\nAssertionError: expected A to be B');
    expect(part).toMatch(/\n1 failed, 3000 passed\n##\[error\]Process completed with exit code 1\.$/);
    expect(part).toContain('\n…\n');
  });

  const ESC = '\u001b';
  const PLAIN: readonly (readonly [string, string, string])[] = [
    ['colours', `${ESC}[31;1mred${ESC}[0m and ${ESC}[38;5;12mblue${ESC}[m`, 'red and blue'],
    ['cursors', `${ESC}[2K${ESC}[1Gdone${ESC}[?25h`, 'done'],
    ['links', `${ESC}]8;;https://x.test${ESC}\\here${ESC}]8;;${ESC}\\`, 'here'],
    ['progress', '10%\r50%\r100% done', '100% done'],
    ['ends of lines of another system', 'one\r\ntwo\r\n', 'one\ntwo'],
    ['bells and zeros', 'a\u0007b\u0000c', 'abc'],
    ['a mark of the beginning', '\uFEFF2026-11-18T00:00:00.0000000Z hello', 'hello'],
    ['nothing', '', ''],
  ];
  test.each(PLAIN)('%s are plain text', (_what, log, expected) =>
    expect(relevantPart(log, LIMIT)).toBe(expected),
  );

  test('of 10 MB it is found at once, and a line without an end is cut', () => {
    const line = `${'x'.repeat(200)} passing\n`;
    const log = `${line.repeat(50_000)}${'y'.repeat(100_000)}\nboom\n##[error]exit code 1\n${line.repeat(100)}`;
    expect(log.length).toBeGreaterThan(10_000_000);
    const began = performance.now();
    const part = relevantPart(log, LIMIT);
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(part.length).toBeLessThanOrEqual(LIMIT);
    expect(part).toMatch(/y…\nboom\n##\[error\]exit code 1$/);
  });

  test('whatever room there is, it is kept to', () => {
    const log = [...noise(40), 'error: one', ...noise(40), 'error: two', 'x'.repeat(900)].join('\n');
    for (let limit = 0; limit < 3_000; limit += 37)
      expect(relevantPart(log, limit).length, `limit ${limit}`).toBeLessThanOrEqual(limit);
  });
});

describe('C19 what is told about a failed check', () => {
  const mark = (annotation_level: string, message: string, title: string | null = null) => ({
    path: 'a.ts',
    start_line: 3,
    annotation_level,
    title,
    message,
  });

  test('an app without a log says it in its own words and marks', () => {
    const annotations = [mark('warning', 'old machine'), mark('failure', 'is flat', 'Tune')];
    expect(excerptOf({ said: 'Two notes are wrong.\n', annotations })).toBe(
      'Two notes are wrong.\n\na.ts:3: Tune: is flat',
    );
    expect(excerptOf({ said: '', annotations: [mark('warning', 'old'), mark('notice', 'hi')] })).toBe(
      'a.ts:3: old',
    );
  });

  test('a long summary gives its beginning, and leaves room for the log', () => {
    const said = `The sum of it. ${'more '.repeat(20_000)}`;
    const annotations = Array.from({ length: 50 }, (_, at) =>
      mark('failure', `note ${at} ${'x'.repeat(99)}`),
    );
    const alone = excerptOf({ said, annotations });
    const logged = excerptOf({ said, annotations, log: `${'line\n'.repeat(9_000)}##[error]the end` });
    for (const excerpt of [alone, logged]) {
      expect(excerpt).toMatch(/^The sum of it\./);
      expect(excerpt).toContain('note 0');
      expect(excerpt.length).toBeLessThan(LIMIT + 10);
    }
    expect(logged).toMatch(/##\[error\]the end$/);
  });

  test('one that says nothing is told as that', () => {
    expect(excerptOf({ said: ' ', annotations: [mark('notice', 'hi')], log: '\n' })).toBe(
      'It says nothing about why.',
    );
  });
});
