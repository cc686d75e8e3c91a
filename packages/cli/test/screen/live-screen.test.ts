import { busy, item, NOW, run, status } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { widthOf } from '../../src/screen/columns.ts';
import { liveLines } from '../../src/screen/live-screen.ts';
import { plain } from '../../src/screen/paint.ts';

process.env.TZ = 'UTC';
const frame = (columns: number, rows: number) =>
  ({ columns, rows, now: NOW, paint: plain, hint: 'Ctrl-C stops' }) as const;

describe('the live region', () => {
  test('at 80 × 24', () => {
    expect(liveLines(busy, frame(80, 24)).join('\n')).toMatchInlineSnapshot(`
      "2 working · 2 waiting · 3 need you · 1 merged · $1.63+ today
      SYM-1  turn 2        claude  3m 10s     $0.12  Reading the parser
      SYM-2  proving       claude  3m 10s            red second line gnp.exe end
      SYM-4  in 20s                        $0.0100+  Title of SYM-4
      SYM-6  in the train                            Title of SYM-6
      SYM-9  asks you      codex   3m 10s            Title of SYM-9
      ? SYM-9 asks: Which of the two formats… (iso / epoch) → symphony answer SYM-9 …
      ! .symphony/symphony.yaml is invalid; the last good configuration stays
      ✗ SYM-3 stalled after 5 min without a word from its agent → symphony retry SYM-3
      ? SYM-5 to approve → symphony approve SYM-5
      Train: next SYM-6 · to approve SYM-5
      Train waits: main is checked out with changes
      Ctrl-C stops"
    `);
  });

  test('at 120 columns', () => {
    expect(liveLines(busy, frame(120, 40)).join('\n')).toMatchInlineSnapshot(`
      "2 working · 2 waiting · 3 need you · 1 merged · $1.63+ today
      SYM-1  turn 2        claude  3m 10s     $0.12  Reading the parser
      SYM-2  proving       claude  3m 10s            red second line gnp.exe end
      SYM-4  in 20s                        $0.0100+  Title of SYM-4
      SYM-6  in the train                            Title of SYM-6
      SYM-9  asks you      codex   3m 10s            Title of SYM-9
      ? SYM-9 asks: Which of the two formats shall stay? (iso / epoch) → symphony answer SYM-9 …
      ! .symphony/symphony.yaml is invalid; the last good configuration stays
      ✗ SYM-3 stalled after 5 min without a word from its agent → symphony retry SYM-3
      ? SYM-5 to approve → symphony approve SYM-5
      Train: next SYM-6 · to approve SYM-5
      Train waits: main is checked out with changes
      Ctrl-C stops"
    `);
  });

  const crowd = status({
    items: Array.from({ length: 200 }, (_, at) => item(`SYM-${at}`, { state: 'running', run: run() })),
    inbox: Array.from({ length: 50 }, (_, at) => ({ ...busy.inbox[0]!, item: `SYM-${at}` })),
    problems: Array.from({ length: 20 }, (_, at) => `problem ${at}`),
  });

  test.each([
    [80, 24],
    [40, 8],
    [120, 60],
    [80, 3],
  ])('200 items and 70 remarks stay inside %i × %i', (columns, rows) => {
    const lines = liveLines(crowd, frame(columns, rows));
    expect(lines.length).toBeLessThan(rows);
    expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
  });

  test('says how many items are not shown', () => {
    const lines = liveLines(crowd, frame(80, 24));
    const shown = lines.filter((line) => /^SYM-\d+ /.test(line)).length;
    expect(lines).toContain(`… and ${200 - shown} more`);
  });
});
