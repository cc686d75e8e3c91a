import { MemoryCabinet } from '@symphony/adapters/cabinet/memory';
import { ManualClock } from '@symphony/testkit';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { Lessons } from '../../src/reflection/lessons.ts';
import { DAY, NOW, SEED } from '../recorded.ts';

describe(`R15 lessons (seed ${SEED})`, () => {
  let clock: ManualClock;
  let lessons: Lessons;
  beforeEach(() => {
    clock = new ManualClock(NOW);
    lessons = new Lessons(new MemoryCabinet(), clock);
  });

  const keep = (text: string, topic = 'parse the invoice file', tool = 'files.read') =>
    lessons.keep({ topic, tool, text });

  test('R15 the last three that have to do with it are given, newest first', async () => {
    for (const text of [
      'First read its header.',
      'Dates are German.',
      'Totals include tax.',
      'Skip drafts.',
    ]) {
      keep(text);
      await clock.advance(1);
    }
    keep('Lights need their room.', 'switch the kitchen lights on', 'home.switch');
    expect(lessons.lessonsFor('please parse this invoice file')).toEqual([
      'Skip drafts.',
      'Totals include tax.',
      'Dates are German.',
    ]);
    expect(lessons.lessonsFor('parse the invoice file', 1)).toEqual(['Skip drafts.']);
    expect(lessons.lessonsFor('write a poem')).toEqual([]);
    expect(lessons.lessonsFor('use home.switch now')).toEqual(['Lights need their room.']);
  });

  test('R15 the same lesson is kept once and counted', () => {
    expect(keep('Always close the file after reading.')).toBe('new');
    expect(keep('always close the file, after reading!')).toBe('known');
    expect(lessons.all()).toMatchObject([{ times: 2, text: 'Always close the file after reading.' }]);
  });

  test('R15 what is not learned again is forgotten; what is, stays', async () => {
    keep('Files may be empty.');
    await clock.advance(80 * DAY);
    keep('Files may be empty.');
    await clock.advance(80 * DAY);
    expect(lessons.all()).toHaveLength(1);
    await clock.advance(11 * DAY);
    expect(lessons.all()).toEqual([]);
  });

  test('R15 there are never more than two hundred, and the one learned most often survives', () => {
    for (let time = 0; time < 5; time += 1) keep('Something truly important.');
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{6,10} [a-z]{6,10}$/), { minLength: 250, maxLength: 250 }),
        (texts) => {
          for (const text of texts) keep(text);
          expect(lessons.all().length).toBeLessThanOrEqual(200);
          expect(lessons.all().some(({ times }) => times >= 5)).toBe(true);
        },
      ),
      { seed: SEED, numRuns: 2 },
    );
  });
});
