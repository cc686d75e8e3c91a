import type { LogEvent } from '@symphony/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MARK_TYPES, type Mark, markOf, thinMarks } from '../../src/index.ts';
import { moved, recorded, seed, started, stormed } from './stories.ts';

const KINDS = ['merged', 'failed', 'needs-human', 'question', 'returned', 'started', 'stopped'] as const;
const mark = (kind: Mark['kind'], seq: number): Mark => ({ seq, at: seq, kind, item: 'A' });

describe('marks', () => {
  const question = { id: 'q', text: '?', choices: [], defaultAnswer: null, defaultAfterMs: null };
  const cases: readonly [LogEvent, Mark['kind'] | null][] = [
    [started('r'), 'started'],
    [moved('pr_merged', 'handed_off', 'open', { outcome: 'merged' }), 'merged'],
    [moved('cancelled', 'running', 'open', { outcome: 'cancelled' }), 'stopped'],
    [moved('pr_closed', 'handed_off', 'open', { outcome: 'none' }), null],
    [moved('error', 'running', 'failed'), 'failed'],
    [moved('stall_detected', 'running', 'needs_human'), 'needs-human'],
    [moved('claim', 'open', 'queued'), null],
    [{ type: 'question-asked', item: 'A', run: 'r', question }, 'question'],
    [{ type: 'handoff-returned', item: 'A', why: 'conflict', head: '', report: '' }, 'returned'],
    [{ type: 'conductor-stopped', reason: '' }, 'stopped'],
    [{ type: 'flow-changed', run: 'm', change: { kind: 'flow', to: 'waiting', reason: '' } }, 'question'],
    [{ type: 'flow-changed', run: 'm', change: { kind: 'flow', to: 'completed', reason: '' } }, null],
    [{ type: 'tracker-recovered' }, null],
  ];
  test.each(cases)('%j', (event, kind) => {
    const [entry] = recorded(event);
    const item = 'item' in event ? 'A' : null;
    expect(entry && markOf(entry)).toEqual(kind && { seq: 1, at: 60_000, kind, item });
  });

  test('come from the named kinds of entries alone, after any storm', () => {
    const types: readonly string[] = MARK_TYPES;
    const { log } = stormed(seed, 300, 0.3);
    const marked = log.filter((entry) => markOf(entry) !== null);
    expect(marked.length).toBeGreaterThan(0);
    expect(marked.filter(({ event }) => !types.includes(event.type))).toEqual([]);
  });
});

describe('thinning', () => {
  test('what matters stays when there is no room for all', () => {
    const starts = Array.from({ length: 100 }, (_, at) => mark('started', at + 1));
    const marks = [...starts, mark('failed', 101), mark('merged', 102), mark('needs-human', 103)];
    expect(thinMarks(marks, 3).map(({ kind }) => kind)).toEqual(['failed', 'merged', 'needs-human']);
    expect(thinMarks(marks, 5).map(({ seq }) => seq)).toEqual([1, 100, 101, 102, 103]);
    expect(thinMarks(marks, 0)).toEqual([]);
    expect(thinMarks(marks, 1)).toEqual([mark('needs-human', 103)]);
  });

  test('is even', () => {
    const marks = Array.from({ length: 1_000 }, (_, at) => mark('merged', at + 1));
    expect(thinMarks(marks, 4).map(({ seq }) => seq)).toEqual([1, 334, 667, 1_000]);
  });

  test(`keeps order, kind and number, whatever the marks (seed ${seed})`, () => {
    const some = fc.array(fc.constantFrom(...KINDS), { maxLength: 200 });
    fc.assert(
      fc.property(some, fc.nat(100), (kinds, most) => {
        const marks = kinds.map((kind, at) => mark(kind, at + 1));
        const kept = thinMarks(marks, most);
        expect(kept).toHaveLength(Math.min(most, marks.length));
        expect(new Set(kept).size).toBe(kept.length);
        expect([...kept].sort((a, b) => a.seq - b.seq)).toEqual(kept);
        const trouble = marks.filter(({ kind }) => kind === 'failed' || kind === 'needs-human');
        if (trouble.length <= most) expect(kept).toEqual(expect.arrayContaining(trouble));
      }),
      { seed },
    );
  });
});
