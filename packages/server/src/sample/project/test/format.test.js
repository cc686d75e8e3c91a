import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatQuantity } from '../src/index.js';

test('whole numbers stay whole', () => {
  assert.equal(formatQuantity(5, 'km'), '5 km');
});
