import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  LIFECYCLE_EVENTS,
  type LifecycleEvent,
  type LifecycleFacts,
  type LifecycleState,
  STATES,
  TRANSITIONS,
  transition,
} from '../src/index.ts';

/** Printed with a failure; `SYMPHONY_SEED=n` plays the same sequences again. */
const seed = Number(process.env.SYMPHONY_SEED ?? Math.floor(Math.random() * 2 ** 31));

const facts = fc.record({
  slotAvailable: fc.boolean(),
  concurrencyOk: fc.boolean(),
  retriesLeft: fc.boolean(),
});
const steps = fc.array(fc.tuple(fc.constantFrom(...LIFECYCLE_EVENTS), facts), {
  minLength: 1,
  maxLength: 24,
});

interface Step {
  readonly from: LifecycleState;
  readonly event: LifecycleEvent;
  readonly facts: LifecycleFacts;
  readonly row: number;
  readonly to: LifecycleState;
}

/** Plays a sequence from `open` and returns the transitions that happened. */
function play(sequence: readonly (readonly [LifecycleEvent, LifecycleFacts])[]): Step[] {
  const done: Step[] = [];
  let state: LifecycleState = 'open';
  for (const [event, given] of sequence) {
    const result = transition(state, event, given);
    if (!result.ok) continue;
    done.push({ from: state, event, facts: given, row: result.row, to: result.to });
    state = result.to;
  }
  return done;
}

describe('C1 the table', () => {
  test('has 9 states, 16 events and 28 rows numbered in order', () => {
    expect([STATES.length, LIFECYCLE_EVENTS.length, TRANSITIONS.length]).toEqual([9, 16, 28]);
    expect(TRANSITIONS.map((row) => row.row)).toEqual(Array.from({ length: 28 }, (_, at) => at + 1));
  });

  test('is the only way: every pair is answered by a listed row or a typed rejection', () => {
    for (const state of STATES) {
      for (const event of LIFECYCLE_EVENTS) {
        for (const retriesLeft of [true, false]) {
          const result = transition(state, event, { slotAvailable: true, concurrencyOk: true, retriesLeft });
          const rows = TRANSITIONS.filter((row) => row.from === state && row.event === event);
          expect(result.ok).toBe(rows.length > 0);
          if (result.ok) expect(rows.map((row) => row.to)).toContain(result.to);
          else expect(result.reason).toBe('unlisted');
        }
      }
    }
  });

  test('a guard that is not known to hold refuses, except retries_exhausted', () => {
    expect(transition('open', 'claim')).toMatchObject({ ok: false, reason: 'guard' });
    expect(transition('queued', 'dispatch')).toMatchObject({ ok: false, reason: 'guard' });
    expect(transition('running', 'error')).toMatchObject({ ok: true, row: 15 });
    expect(transition('running', 'error', { retriesLeft: true })).toMatchObject({ ok: true, row: 14 });
  });
});

describe(`C2 laws over random sequences (seed ${seed})`, () => {
  const law = (name: string, runs: number, holds: (sequence: [LifecycleEvent, LifecycleFacts][]) => void) =>
    test(name, () => {
      fc.assert(fc.property(steps, holds), { numRuns: runs, seed });
    });

  law('deterministic: the same sequence gives the same steps', 10_000, (sequence) => {
    expect(play(sequence)).toEqual(play(sequence));
  });

  law('needs_human is reached only by rows 10, 12, 13, 19, 21', 15_000, (sequence) => {
    for (const step of play(sequence)) {
      if (step.to === 'needs_human') expect([10, 12, 13, 19, 21]).toContain(step.row);
    }
  });

  law('handed_off is reached only by pr_created', 10_000, (sequence) => {
    for (const step of play(sequence)) if (step.to === 'handed_off') expect(step.event).toBe('pr_created');
  });

  law('replaying the recorded steps with their facts ends in the same state', 10_000, (sequence) => {
    const recorded = play(sequence);
    let state: LifecycleState = 'open';
    for (const step of recorded) {
      expect(step.from).toBe(state);
      const again = transition(state, step.event, step.facts);
      expect(again).toMatchObject({ ok: true, row: step.row, to: step.to });
      if (again.ok) state = again.to;
    }
    expect(state).toBe(recorded.at(-1)?.to ?? 'open');
  });

  law(
    'two runs never overlap: between two dispatches the item left preparing and running',
    15_000,
    (sequence) => {
      let busy = false;
      for (const step of play(sequence)) {
        if (step.event === 'dispatch') {
          expect(busy).toBe(false);
          busy = true;
        } else if (!['preparing', 'running', 'paused'].includes(step.to)) busy = false;
      }
    },
  );
});

test('C2 every state is reachable from open, and every state but open has an exit', () => {
  const reached = new Set<LifecycleState>(['open']);
  for (let grew = true; grew; ) {
    grew = false;
    for (const row of TRANSITIONS) {
      if (reached.has(row.from) && !reached.has(row.to)) {
        reached.add(row.to);
        grew = true;
      }
    }
  }
  expect([...reached].sort()).toEqual([...STATES].sort());
  for (const state of STATES)
    expect(TRANSITIONS.some((row) => row.from === state && row.to !== state)).toBe(true);
});
