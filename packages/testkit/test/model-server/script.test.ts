import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callsOf, FAULTS, readSteps, type Step, scriptText } from '../../src/model-server/script.ts';

const words = fc.stringMatching(/^[a-z$"'\\{}][a-z $"'\\{}]{0,20}[a-z$"'\\{}]$/);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ say: words }),
  fc.record({ run: words }),
  fc.record({ ask: words }),
  fc.record({ write: fc.record({ path: fc.stringMatching(/^[a-z.]{1,8}$/), text: fc.string() }) }),
  fc.record({
    tool: fc.record({ name: fc.stringMatching(/^[a-z_]{1,8}$/), input: fc.dictionary(words, words) }),
  }),
  fc.record({ fault: fc.constantFrom(...FAULTS) }),
);

describe('a script in a prompt', () => {
  test('is read as it was written, whatever else the prompt says', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const prompt = `You are asked to:\n\n${scriptText(steps)}\n\nKeep it short.`;
        expect(JSON.stringify(readSteps(prompt))).toBe(JSON.stringify(steps));
      }),
    );
  });

  test('is cut into calls: the words up to an action, and what ends the turn', () => {
    const steps = readSteps('SAY: a\nSAY: b\nRUN: one\nFAULT: err500\nRUN: two\nSAY: c');
    expect(callsOf(steps)).toEqual([
      { texts: ['a', 'b'], action: { run: 'one' }, fault: null },
      { texts: [], action: { run: 'two' }, fault: 'err500' },
      { texts: ['c'], action: null, fault: null },
    ]);
    expect(callsOf([{ run: 'one' }]).at(-1)).toEqual({ texts: ['done'], action: null, fault: null });
    expect(callsOf([])).toEqual([{ texts: ['done'], action: null, fault: null }]);
  });

  test('with a fault nobody knows is refused', () => {
    expect(() => readSteps('FAULT: err999')).toThrow('FAULT: err999');
  });
});
