import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openChatGround } from './ground.ts';

test('R18 two configurations play the same requests, and the report is kept', async () => {
  const ground = await openChatGround();
  const file = join(ground.path, 'requests.jsonl');
  const requests = [
    { name: 'hello', ask: 'SAY: Hello', check: { contains: 'hello' } },
    { name: 'wrong', ask: 'SAY: Rome', check: { contains: 'Paris' } },
  ];
  writeFileSync(file, requests.map((each) => JSON.stringify(each)).join('\n'));
  const args = ['lab', file, '-a', 'direct', '-b', 'enhanced', '--seed', '3', '--json'];
  const first = await ground.run(args);
  expect(first.code).toBe(0);
  const report = JSON.parse(first.out);
  expect(report).toMatchObject({ seed: 3, requests: 2, a: { name: 'direct' }, b: { name: 'enhanced' } });
  expect(report.results).toHaveLength(4);
  expect(report.a.completion).toMatchObject({ mean: 0.5, count: 2 });
  expect(report.results.filter(({ trial }: { trial: string }) => trial === 'wrong')).toMatchObject([
    { completed: false, error: 'It does not say "Paris".' },
    { completed: false },
  ]);
  expect(report.a.tokens.mean).toBeGreaterThan(0);
  expect(first.err).toContain('4/4');

  const again = JSON.parse((await ground.run(args)).out);
  const order = (results: { trial: string; arm: string }[]) => results.map(({ trial, arm }) => trial + arm);
  expect(order(again.results)).toEqual(order(report.results));
  const kept = await ground.run(['artifact', 'show', report.artifact]);
  expect(kept.out).toContain('"difference"');

  const table = await ground.run(['lab', file, '--seed', '3']);
  expect(table.out).toContain('completed');
  expect(table.out).toMatch(/50 % \[/);
});

test('R18 a set that cannot be read is told with its name', async () => {
  const ground = await openChatGround();
  const ended = await ground.run(['lab', join(ground.path, 'nothing.yaml')]);
  expect(ended).toMatchObject({ code: 1, out: '' });
  expect(ended.err).toContain('nothing.yaml');
});
