import type { Operator } from './operator.ts';

/** Passes a value on: for constants, and for bringing several outputs into one shape. */
export const value: Operator = {
  keys: ['value'],
  run: async ({ config }) => ({ value: config.json('value') }),
};
