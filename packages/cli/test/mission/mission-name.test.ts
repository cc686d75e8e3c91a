import { checkMission } from '@symphony/domain';
import { DATES_PLAN } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { changeOf } from '../../src/mission/acts.ts';
import { nameFor } from '../../src/mission/name.ts';
import { changedPlan, readPhases } from '../../src/mission/written.ts';

describe('M12 what a mission is called', () => {
  test.each([
    ['Read and write dates in one form', 'read-write-dates'],
    ['Çà marche: déjà-vu!', 'ca-marche-deja'],
    ['日付', 'mission'],
    [`${'a'.repeat(60)} b`, 'a'.repeat(28)],
    ['the and of', 'mission'],
  ])('%j', (request, name) => {
    expect(nameFor(request)).toBe(name);
    expect(checkMission({ ...DATES_PLAN, name })).toEqual([]);
  });
});

describe('M6 a shorter mission', () => {
  test('leaves out workers of other phases and the needs for them', () => {
    const short = changedPlan(DATES_PLAN, { phases: ['validation'], player: 'careful', name: 'proof' });
    expect(short.workers).toMatchObject([{ id: 'prove', needs: [], player: 'careful' }]);
    expect([short.name, checkMission(short)]).toEqual(['proof', []]);
  });

  test('phases keep their order, whatever was typed', () => {
    expect(readPhases(['validation', 'implementation'])).toEqual(['implementation', 'validation']);
    expect(() => readPhases(['painting'])).toThrow('There is no phase painting.');
  });
});

test('M3 what is said to a mission', () => {
  expect(changeOf({})).toBeNull();
  expect(changeOf({ rule: 'state-transition: paid → shipped' })).toEqual({
    kind: 'rule',
    area: 'state-transition',
    text: 'paid → shipped',
  });
  expect(() => changeOf({ rule: 'validation:' })).toThrow('is not `AREA:TEXT`');
  expect(() => changeOf({ understanding: ' ' })).toThrow('There is nothing in it.');
});
