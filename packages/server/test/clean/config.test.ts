import { describe, expect, test } from 'vitest';
import { CLEAN_DEFAULTS, cleanSchema } from '../../src/clean/index.ts';

const DAY = 86_400_000;

describe('P5 the clean section of the configuration', () => {
  test('defaults', () => {
    expect(CLEAN_DEFAULTS).toEqual({
      auto: true,
      warm_after: 8 * DAY,
      cold_after: 30 * DAY,
      retention: 30 * DAY,
      max_total: 10e9,
      keep_tags: ['keep'],
    });
    expect(cleanSchema.parse(null)).toEqual(CLEAN_DEFAULTS);
  });

  test.each([
    [{ warm_after: '12h' }, { warm_after: DAY / 2 }],
    [{ retention: '365d' }, { retention: 365 * DAY }],
    [{ max_total: '1.5GB' }, { max_total: 1.5e9 }],
    [{ max_total: '500 mb' }, { max_total: 5e8 }],
    [{ max_total: 1000 }, { max_total: 1000 }],
    [{ keep_tags: ['gold'] }, { keep_tags: ['gold'] }],
  ])('%j is read', (given, wanted) => {
    expect(cleanSchema.parse(given)).toMatchObject(wanted);
  });

  test.each([
    [{ warm_after: 'soon' }, 'must be a duration such as `8d` or `12h`'],
    [{ retention: -1 }, 'must be a duration such as `8d` or `12h`'],
    [{ max_total: 'a lot' }, 'must be a size such as `10GB` or `500MB`'],
    [{ max_total: -5 }, 'must be a size such as `10GB` or `500MB`'],
  ])('%j is refused in words', (given, sentence) => {
    expect(cleanSchema.safeParse(given).error?.issues[0]?.message).toBe(sentence);
  });
});
