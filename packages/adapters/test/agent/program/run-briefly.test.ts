import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { runBriefly } from '../../../src/agent/program/index.ts';
import { endRun, findMarked } from '../../../src/process/index.ts';

const instance = `brief-${randomUUID()}`;
const env = { PATH: process.env.PATH ?? '' };
afterAll(async () => {
  for (const { marker } of await findMarked(instance)) await endRun(marker);
});

const ask = (script: string, patienceMs = 5_000) =>
  runBriefly({ instance, command: 'sh', args: ['-c', script], env, patienceMs });

test('what is said counts whatever the exit code, and both outputs are kept apart', async () => {
  const said = await ask('echo out; echo err >&2; exit 3');
  expect(said).toEqual({ kind: 'said', stdout: 'out\n', stderr: 'err\n' });
});

test('a program that is not there, or may not be run, is missing', async () => {
  for (const command of ['no-such-program', '/etc/passwd'])
    expect(await runBriefly({ instance, command, args: [], env, patienceMs: 5_000 })).toEqual({
      kind: 'missing',
    });
});

test('one that waits for input hears that there is none', async () => {
  expect(await ask('cat; echo over')).toMatchObject({ kind: 'said', stdout: 'over\n' });
});

test('one that takes too long is late, and nothing of it is left', async () => {
  // The real program of many agents is a child of a small one, and does not hear signals to that.
  const before = Date.now();
  expect(await ask('echo early; (trap "" TERM; sleep 60) & setsid sleep 60 & wait', 300)).toEqual({
    kind: 'late',
  });
  expect(Date.now() - before).toBeLessThan(5_000);
  expect(await findMarked(instance)).toEqual([]);
});

test('of endless words the beginning is kept', async () => {
  const said = await ask('echo 1.2.3; yes | head -c 5000000');
  expect(said).toMatchObject({ kind: 'said', stdout: expect.stringMatching(/^1\.2\.3\n/) });
  expect(said.kind === 'said' && said.stdout.length).toBeLessThan(1_200_000);
});
