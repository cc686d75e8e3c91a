import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMission } from '@symphony/adapters/mission';
import { expect, test } from 'vitest';

const EXAMPLES = fileURLToPath(new URL('../../../../examples/missions', import.meta.url));

test.each(readdirSync(EXAMPLES))('M6 the example %s is right', (name) => {
  const text = readFileSync(join(EXAMPLES, name), 'utf8');
  const { plan, problems } = readMission(text, { name: basename(name, '.yaml') });
  expect(problems).toEqual([]);
  expect(plan?.name).toBe(basename(name, '.yaml'));
});
