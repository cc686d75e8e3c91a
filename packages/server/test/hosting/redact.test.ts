import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactedProver, redactor } from '../../src/hosting/index.ts';

describe('secrets in what agents say', () => {
  test('are hidden wherever they stand, also inside one another', () => {
    const redact = redactor(['hunter2hunter2', 'hunter2', 'ab']);
    const said = {
      type: 'tool-ended',
      summary: 'KEY=hunter2hunter2 and hunter2; ab stays',
      list: [{ text: 'xhunter2x' }],
      ok: true,
      nothing: null,
    };
    expect(redact(said)).toEqual({
      type: 'tool-ended',
      summary: 'KEY=[hidden] and [hidden]; ab stays',
      list: [{ text: 'x[hidden]x' }],
      ok: true,
      nothing: null,
    });
  });

  test('a token of a well-known kind is hidden although nobody gave it to the agent', () => {
    const text = redactor([])('found ghp_abcdefghij0123456789 in .env');
    expect(text).toBe('found [hidden] in .env');
  });

  test('are hidden in what checks print too, and the verdict stays', async () => {
    const result = { command: 'env', exitCode: 1, timedOut: false, durationMs: 1, outputTail: 'K=hunter2x' };
    const evidence = { tree: 't', commit: 'c', results: [result], passed: false };
    const prover = redactedProver({ prove: async () => evidence }, () => redactor(['hunter2x']));
    const request = { run: 'r', cwd: '/', env: {}, tree: 't', commit: 'c', commands: ['env'], timeoutMs: 1 };
    expect(await prover.prove(request)).toEqual({
      ...evidence,
      results: [{ ...result, outputTail: 'K=[hidden]' }],
    });
  });

  test('never get through, whatever is around them', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9+/=_-]{6,40}$/);
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (hidden, before, after) => {
        const told = redactor([hidden])({ a: [`${before}${hidden}${after}`] });
        // What surrounds it may, by chance, spell it again with the mark in the middle; the value itself is gone.
        return before.includes(hidden) || after.includes(hidden) || !told.a[0]?.includes(hidden);
      }),
    );
  });
});
