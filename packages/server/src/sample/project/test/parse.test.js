import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuantity } from '../src/index.js';

test('a number and its unit, with or without a blank', () => {
  assert.deepEqual(parseQuantity('5 km'), { value: 5, unit: 'km' });
  assert.deepEqual(parseQuantity(' -1.5m '), { value: -1.5, unit: 'm' });
});

test('what is no quantity is refused', () => {
  assert.throws(() => parseQuantity('five kilometres'), SyntaxError);
});
