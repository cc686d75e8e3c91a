import assert from 'node:assert/strict';
import { test } from 'node:test';
import { celsiusOfFahrenheit, celsiusOfKelvin } from '../src/index.js';

test('water boils at 212 °F', () => {
  assert.equal(celsiusOfFahrenheit(212), 100);
});

test('nothing is colder than zero Kelvin', () => {
  assert.ok(celsiusOfKelvin(0) < -272);
});
