import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertLength } from '../src/index.js';

test('a kilometre is a thousand metres', () => {
  assert.equal(convertLength(1, 'km', 'm'), 1000);
});

test('miles and back is where one started', () => {
  assert.equal(convertLength(convertLength(3, 'mi', 'km'), 'km', 'mi'), 3);
});

test('a unit nobody knows is refused', () => {
  assert.throws(() => convertLength(1, 'parsec', 'm'), RangeError);
});
