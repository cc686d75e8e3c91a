import { describe, expect, test } from 'vitest';
import { agentFindings, playerFinding } from '../../src/doctor/players.ts';
import { sandboxFinding } from '../../src/doctor/sandbox.ts';
import { found, missing } from './program-agent.ts';

/** Decisions of doctor about states that no program of a test can be in. */

describe('C24 whatever is wrong names a next step', () => {
  const states = [
    missing('x'),
    found('x', { login: 'no' }),
    found('x', { login: 'unknown' }),
    found('x', { known: false }),
    found('x', { fix: 'Do this.' }),
    { ...missing('x'), answered: false },
  ].flatMap((each) => [each, { ...each, presence: { ...each.presence, fix: null } }]);

  test('of a player', () => {
    for (const each of states) {
      const { status, fix } = playerFinding('a', each);
      expect(fix === null, JSON.stringify(each)).toBe(status === 'ok');
    }
  });
  test('of agents that nobody named', () => {
    for (const each of states)
      for (const { status, fix } of agentFindings([each, missing('y')]))
        expect(fix === null, JSON.stringify(each)).toBe(status === 'ok');
  });
});

test('a login that cannot be looked at is no reason to refuse a player', () => {
  expect(playerFinding('a', found('gemini', { login: 'unknown', detail: 'gemini 0.61.0.' }))).toEqual({
    name: 'player a',
    status: 'ok',
    message: 'gemini 0.61.0.',
    fix: null,
  });
});

test('no agents, no findings', () => {
  expect(agentFindings([])).toEqual([]);
});

describe('C24 what a sandbox can enforce', () => {
  const all = { files: true, network: true, processes: true, detail: 'By bubblewrap.', fix: null };
  const none = { files: false, network: false, processes: false, detail: 'No bubblewrap.', fix: null };

  test('everything, or all that this system has', () => {
    for (const processes of [true, false])
      expect(sandboxFinding({ ...all, processes }, ['a'])).toEqual({
        name: 'sandbox',
        status: 'ok',
        message: 'By bubblewrap.',
        fix: null,
      });
  });
  test('everything, and it could be better', () => {
    expect(sandboxFinding({ ...all, fix: 'Install a newer one.' }, [])).toMatchObject({
      status: 'warning',
      fix: 'Install a newer one.',
    });
  });
  test('nothing, for players that must be confined', () => {
    expect(sandboxFinding(none, ['a', 'b'])).toEqual({
      name: 'sandbox',
      status: 'problem',
      message: 'The files and network of agents are not confined: No bubblewrap. So `a`, `b` cannot play.',
      fix: 'Set `sandbox: off` for these players to let them play unconfined.',
    });
  });
  test('nothing, and nobody must be', () => {
    expect(sandboxFinding(none, [])).toMatchObject({
      status: 'warning',
      fix: expect.stringMatching(/trust/),
    });
  });
});
