import { describe, expect, test } from 'vitest';
import {
  addGotchas,
  formatGotchas,
  type Gotcha,
  lessonsIn,
  MOST_RULES,
  readGotchas,
} from '../../src/learning/gotchas.ts';

const gotcha = (rule: string, change: Partial<Gotcha> = {}): Gotcha => ({
  rule,
  why: 'it was found out',
  violations: 'trouble',
  date: '2026-11-16',
  from: 'dates D1',
  ...change,
});

const written = (rules: readonly string[], text: string | null = null, position = 1): string =>
  formatGotchas(
    addGotchas(
      readGotchas(text),
      rules.map((rule) => gotcha(rule)),
      position,
    ),
  );

describe('GOTCHAS.md', () => {
  test('M11 an entry is dated and says rule, why and what a violation will cause', () => {
    const text = written(['Dates are kept in UTC']);
    expect(text).toContain('## 2026-11-16: Dates are kept in UTC\n');
    expect(text).toContain('- Rule: Dates are kept in UTC.\n');
    expect(text).toContain('- Why: it was found out.\n');
    expect(text).toContain('- Violations will cause: trouble.\n');
    expect(readGotchas(text).position).toBe(1);
    expect(lessonsIn(readGotchas(text))).toEqual(['Dates are kept in UTC.']);
  });

  test('M11 at most twenty rules: the oldest that nobody touched make room', () => {
    const rules = Array.from({ length: 25 }, (_, at) => `Rule number ${at}`);
    const lessons = lessonsIn(readGotchas(written(rules)));
    expect(lessons).toHaveLength(MOST_RULES);
    expect(lessons[0]).toBe('Rule number 5.');
    expect(lessons.at(-1)).toBe('Rule number 24.');
  });

  test("M11 a person's own entries and edits are kept, word for word, and never make room", () => {
    const first = written(['One', 'Two']);
    const edited = first
      .replace('- Rule: One.', '- Rule: One, but only on Sundays.')
      .replace('# Gotchas\n', '# Our gotchas\n\nRead them.\n')
      .replace('<!-- read', '## Mine\n\nRule: Ask Ada first\n\nShe knows.\n\n<!-- read');
    const more = Array.from({ length: 30 }, (_, at) => `More ${at}`);
    const text = written(more, edited, 9);
    expect(text).toContain('# Our gotchas\n\nRead them.\n');
    expect(text).toContain('- Rule: One, but only on Sundays.');
    expect(text).toContain('## Mine\n\nRule: Ask Ada first\n\nShe knows.');
    expect(text).not.toContain('- Rule: Two.');
    const lessons = lessonsIn(readGotchas(text));
    expect(lessons).toHaveLength(MOST_RULES);
    expect(lessons).toContain('Ask Ada first.');
    expect(lessons).toContain('One, but only on Sundays.');
    expect(lessons).toContain('More 29.');
  });

  test('M11 where people wrote twenty of their own nothing of theirs goes', () => {
    const own = Array.from({ length: 22 }, (_, at) => `## Own ${at}\n\nRule: Own ${at}\n`).join('\n');
    const lessons = lessonsIn(readGotchas(written(['New'], `# Ours\n\n${own}`)));
    expect(lessons).toEqual(Array.from({ length: 22 }, (_, at) => `Own ${at}.`));
  });

  test('M11 the same rule is not written twice, however it is spelt', () => {
    const text = written(['dates are kept in utc!', 'New'], written(['Dates are kept in UTC']));
    expect(lessonsIn(readGotchas(text))).toEqual(['Dates are kept in UTC.', 'New.']);
  });

  test('M11 what is said stays one sentence on one line, whatever it holds', () => {
    const text = written([`First\n\n## Not a heading\n${'long '.repeat(200)}`]);
    const { entries } = readGotchas(text);
    expect(entries).toHaveLength(1);
    const [lesson = ''] = lessonsIn(readGotchas(text));
    expect(lesson).not.toContain('\n');
    expect(lesson.length).toBeLessThanOrEqual(400);
    expect(lesson).toMatch(/…$/);
  });

  test('M11 writing it again without news changes nothing', () => {
    const text = written(['One', 'Two']);
    expect(formatGotchas(readGotchas(text))).toBe(text);
    expect(formatGotchas(addGotchas(readGotchas(text), [], 1))).toBe(text);
  });
});
