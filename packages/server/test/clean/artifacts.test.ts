import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openArtifactsOf } from '../../src/artifacts/index.ts';
import { openClean } from '../../src/clean/index.ts';
import { type Hall, openHall } from '../orchestra/playing.ts';

let hall: Hall;
beforeAll(async () => {
  hall = await openHall();
});
afterAll(() => hall.clear());

test('P5 artifacts go only when room is short, the least valuable first; tagged, held and needed ones stay', async () => {
  const artifacts = await openArtifactsOf(hall.workplace);
  const put = (name: string, more = {}) =>
    artifacts.store({ name, type: 'other', ...more }, `${name} `.repeat(2000));
  const poor = await put('poor', { quality: 0 });
  await put('good', { quality: 1 });
  await put('tagged', { quality: 0, tags: ['release'] });
  const held = await put('held', { quality: 0 });
  await artifacts.hold(held.id, { reason: 'the law wants it', by: null });
  const source = await put('source', { quality: 0 });
  await put('derived', { quality: 1, derivedFrom: [source.id], tags: ['keep'] });
  const total = (await artifacts.stats()).totalBytes;
  artifacts.close();

  writeFileSync(
    join(hall.workplace.folder, 'symphony.yaml'),
    JSON.stringify({ clean: { max_total: total - 1 } }),
  );
  const clean = await openClean(hall.workplace);
  const plan = await clean.plan(null);
  expect(plan.steps.map(({ course, label }) => `${course} ${label}`)).toEqual(['remove poor 1']);
  expect((await clean.carryOut(plan, null)).removed.count).toBe(1);
  expect((await clean.restore('last')).back.map(({ id }) => id)).toEqual([`artifact:${poor.id}`]);
  clean.close();

  const again = await openArtifactsOf(hall.workplace);
  const [back] = await again.versions('poor');
  expect(await again.text(back?.id ?? '')).toBe('poor '.repeat(2000));
  again.close();
});
