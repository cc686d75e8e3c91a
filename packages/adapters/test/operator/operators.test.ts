import { failureOf } from '@symphony/domain';
import { expect, test } from 'vitest';
import { openStage } from './operator-stage.ts';

test('P7 an operator there is not is missing, and those there are follow, the nearest first', async () => {
  const { operators, fail } = await openStage();
  expect(operators.names()).toContain('git-log');
  const failure = await fail('comand', {});
  expect(failure.code).toBe('missing');
  expect(failure.message).toMatch(/there are command, git-diff, .*write-artifact\.$/);
  expect(failure.nextStep).toBe('Did you mean "command"?');
});

test('P7 a config that will not do names its key', async () => {
  const { fail } = await openStage({ artifacts: { keep: async () => 'a-1' } });
  const cases = [
    ['command', {}, 'run'],
    ['command', { run: 7 }, 'run'],
    ['command', { run: '  ' }, 'run'],
    ['command', { run: 'true', allow_failur: true }, 'allow_failur'],
    ['command', { run: 'true', allow_failure: 'yes' }, 'allow_failure'],
    ['command', { run: 'true', timeout: 'soon' }, 'timeout'],
    ['command', { run: 'true', timeout: '900h' }, 'timeout'],
    ['value', {}, 'value'],
    ['wait', { ms: -1 }, 'ms'],
    ['read-file', { path: ['a'] }, 'path'],
    ['write-artifact', { name: 'n', type: 'report' }, 'text'],
    ['git-log', { paths: [1] }, 'paths'],
    ['git-diff', { to: 'main' }, 'from'],
  ] as const;
  for (const [operator, config, key] of cases) {
    const failure = await fail(operator, config);
    expect([operator, key, failure.code]).toEqual([operator, key, 'invalid']);
    expect(failure.message).toContain(`\`${key}\``);
  }
});

test('P7 value passes any JSON on, null and false included', async () => {
  const { run } = await openStage();
  for (const value of [null, false, 0, '', [1, { a: 'b' }]])
    expect(await run('value', { value })).toEqual({ value });
});

test('P7 wait waits, and stop calls it off', async () => {
  const { run, operators } = await openStage();
  const began = performance.now();
  expect(await run('wait', { ms: 60 })).toEqual({});
  expect(performance.now() - began).toBeGreaterThan(50);
  const long = run('wait', { ms: '1h' }, 'run-1/long/1').catch((error: unknown) => failureOf(error));
  await operators.stop('run-1/long/1');
  expect(await long).toMatchObject({
    code: 'refused',
    message: 'A wait was stopped before it had finished.',
  });
});

test('P7 write-artifact keeps a text, a value as JSON, and refuses where nothing is kept', async () => {
  const kept: string[][] = [];
  const keep = async (...given: string[]) => `artifact-${kept.push(given)}`;
  const { run } = await openStage({ artifacts: { keep } });
  const artifact = { name: 'notes', type: 'report', text: '# Notes\n' };
  expect(await run('write-artifact', artifact)).toEqual({ artifact: 'artifact-1' });
  await run('write-artifact', { ...artifact, text: { a: [1] } });
  expect(kept).toEqual([
    ['notes', 'report', '# Notes\n', 'run-1/check/1'],
    ['notes', 'report', '{\n  "a": [\n    1\n  ]\n}\n', 'run-1/check/1'],
  ]);
  const bare = await openStage();
  expect(await bare.fail('write-artifact', artifact)).toMatchObject({ code: 'refused' });
});
