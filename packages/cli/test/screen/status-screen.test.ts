import { stripVTControlCharacters } from 'node:util';
import { busy, HOSTILE, item, NOW, status } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { widthOf } from '../../src/screen/columns.ts';
import { coloured, plain } from '../../src/screen/paint.ts';
import { statusLines } from '../../src/screen/status-screen.ts';

process.env.TZ = 'UTC';
const frame = (columns: number) =>
  ({
    columns,
    now: NOW,
    paint: plain,
    conductor: 'conductor pid 77 since 2026-04-05 10:00:00',
    all: false,
  }) as const;

describe('C24 the status table', () => {
  test('at 80 columns, with wide and hostile titles', () => {
    expect(statusLines(busy, frame(80)).join('\n')).toMatchInlineSnapshot(`
      "Target main · 3 of 4 slots in use · conductor pid 77 since 2026-04-05 10:00:00
      ! .symphony/symphony.yaml is invalid; the last good configuration stays

      Needs you (3)
        SYM-3  needs you   Title of SYM-3
          stalled after 5 min without a word from its agent
          → symphony retry SYM-3
        SYM-5  to approve  Write the guide for people who come from el…
          → symphony approve SYM-5
        SYM-9  asks you    Title of SYM-9                                codex  3m 10s
          → symphony answer SYM-9 "iso"

      Working (2)
        SYM-1  turn 2   日付の解析を直してテストを全部通す 🎼…   claude  3m 10s  $0.12
        SYM-2  proving  red second line gnp.exe end              claude  3m 10s

      In the merge train (1)
        SYM-6  in the train  Title of SYM-6

      Waiting (2)
        SYM-4  in 20s  Title of SYM-4  $0.0100+
        SYM-8  open    Title of SYM-8

      Done (1)
        SYM-7  merged  Title of SYM-7  $1.50

      Asked
        SYM-9 asks, 1m 05s ago:
          Which of the two formats shall stay? (iso / epoch) [after 10m 00s without an
          answer: iso]
        → symphony answer SYM-9 "iso"

      Train: next SYM-6 · to approve SYM-5
      Train waits: main is checked out with changes

      codex rests until 10:40:00 (10m 00s more)

      Today at least $1.63 for 12,345 tokens; some prices are unknown (cap $10 a day)
      In all at least $1.63 for 12,345 tokens; some prices are unknown"
    `);
  });

  test('at 120 columns', () => {
    expect(statusLines(busy, frame(120)).join('\n')).toMatchInlineSnapshot(`
      "Target main · 3 of 4 slots in use · conductor pid 77 since 2026-04-05 10:00:00
      ! .symphony/symphony.yaml is invalid; the last good configuration stays

      Needs you (3)
        SYM-3  needs you   Title of SYM-3
          stalled after 5 min without a word from its agent
          → symphony retry SYM-3
        SYM-5  to approve  Write the guide for people who come from elsewhere and stay
          → symphony approve SYM-5
        SYM-9  asks you    Title of SYM-9                                               codex  3m 10s
          → symphony answer SYM-9 "iso"

      Working (2)
        SYM-1  turn 2   日付の解析を直してテストを全部通す 🎼👩‍👩‍👧‍👦 そして文書も更新する必要がある  claude  3m 10s  $0.12
        SYM-2  proving  red second line gnp.exe end                                             claude  3m 10s

      In the merge train (1)
        SYM-6  in the train  Title of SYM-6

      Waiting (2)
        SYM-4  in 20s  Title of SYM-4  $0.0100+
        SYM-8  open    Title of SYM-8

      Done (1)
        SYM-7  merged  Title of SYM-7  $1.50

      Asked
        SYM-9 asks, 1m 05s ago:
          Which of the two formats shall stay? (iso / epoch) [after 10m 00s without an answer: iso]
        → symphony answer SYM-9 "iso"

      Train: next SYM-6 · to approve SYM-5
      Train waits: main is checked out with changes

      codex rests until 10:40:00 (10m 00s more)

      Today at least $1.63 for 12,345 tokens; some prices are unknown (cap $10 a day)
      In all at least $1.63 for 12,345 tokens; some prices are unknown"
    `);
  });

  test('says what to do when there is nothing', () => {
    expect(statusLines(status(), frame(80)).join('\n')).toMatchInlineSnapshot(`
      "Target main · 0 of 4 slots in use · conductor pid 77 since 2026-04-05 10:00:00

      Nothing is on the board yet. Add work with \`symphony board add "Make the tests
      pass"\`, then start with \`symphony run\`; or do both at once with \`symphony run
      "Make the tests pass"\`."
    `);
  });

  test.each([40, 60, 80, 120, 200])('no line is wider than %i columns', (columns) => {
    const wide = statusLines(busy, frame(columns)).filter((line) => widthOf(line) > columns);
    expect(wide).toEqual([]);
  });

  test('nothing in it can command the terminal', () => {
    const text = statusLines(
      status({ items: [item(HOSTILE, { reason: HOSTILE, title: HOSTILE })] }),
      frame(80),
    ).join('');
    expect(text).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(text).toContain('red');
  });

  test('colours are added, never needed', () => {
    const painted = statusLines(busy, { ...frame(80), paint: coloured });
    expect(painted.join('')).toContain('\u001b[');
    expect(painted.map((line) => stripVTControlCharacters(line).trimEnd())).toEqual(
      statusLines(busy, frame(80)),
    );
  });

  test('long tails are cut unless all are asked for', () => {
    const many = status({ items: Array.from({ length: 30 }, (_, at) => item(`SYM-${at}`)) });
    expect(statusLines(many, frame(80)).filter((line) => line.includes('Title of'))).toHaveLength(10);
    expect(
      statusLines(many, { ...frame(80), all: true }).filter((line) => line.includes('Title of')),
    ).toHaveLength(30);
  });
});
