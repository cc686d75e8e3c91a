import { rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openArtifactsOf } from '../../src/artifacts/index.ts';
import { openHall, WRITES } from './playing.ts';

async function playedHall() {
  const hall = await openHall();
  onTestFinished(() => hall.clear());
  hall.configure({ verify: ['test -f a.txt'] });
  hall.item('S-1', WRITES);
  expect(await hall.play()).toMatchObject({ code: 0 });
  return hall;
}

async function kinds(workplace: Parameters<typeof openArtifactsOf>[0]) {
  const artifacts = await openArtifactsOf(workplace);
  onTestFinished(() => artifacts.close());
  const all = await artifacts.list({ item: 'S-1' });
  return { artifacts, all, types: all.map(({ type }) => type).sort() };
}

test('P3 the prompt, the transcript, the diff and the evidence of a run are kept, and the log says so', async () => {
  const hall = await playedHall();
  const { artifacts, all, types } = await kinds(hall.workplace);
  expect(types).toEqual(['diff', 'evidence', 'prompt', 'transcript']);
  const find = (type: string) => all.find((each) => each.type === type)?.id ?? '';
  expect(await artifacts.text(find('prompt'))).toContain('Work of S-1');
  expect(await artifacts.text(find('diff'))).toContain('+++ b/a.txt');
  expect(JSON.parse(await artifacts.text(find('evidence')))).toMatchObject({ passed: true });
  expect(await artifacts.text(find('transcript'))).toContain('"turn-ended"');
  const { links } = await artifacts.lineage(find('transcript'));
  expect(links).toContainEqual({ from: find('prompt'), to: find('transcript'), kind: 'derived' });
});

test('P3 what a killed conductor did not keep is kept by the next one, and nothing twice', async () => {
  const hall = await playedHall();
  rmSync(hall.workplace.artifacts, { recursive: true });
  expect(await hall.play()).toMatchObject({ code: 0 });
  expect(await hall.play()).toMatchObject({ code: 0 });
  // The prompt was sent and is not in the log: it cannot be kept again.
  expect((await kinds(hall.workplace)).types).toEqual(['diff', 'evidence', 'transcript']);
});

test('P3 a store that cannot be opened is said at once, with the next step', async () => {
  const hall = await openHall();
  onTestFinished(() => hall.clear());
  const { writeFileSync, mkdirSync } = await import('node:fs');
  mkdirSync(hall.workplace.folder, { recursive: true });
  writeFileSync(hall.workplace.artifacts, 'in the way');
  await expect(hall.start()).rejects.toThrow(/artifacts/);
});
