import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { allowedEnvironment, findMarked, identify } from '@symphony/adapters/process';
import { openProver } from '@symphony/adapters/prover/shell';
import { failureOf, type ProveRequest } from '@symphony/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SampleRepository } from '../code-host/sample-repository.ts';

let repository: SampleRepository;
let instance: string;

beforeEach(async () => {
  repository = await SampleRepository.make();
  await repository.commit('Start', { 'a.txt': 'a\n' });
  instance = repository.root;
});
afterEach(() => repository.remove());

const requestOf = (commands: readonly string[], more: Partial<ProveRequest> = {}): ProveRequest => ({
  run: 'run-1',
  cwd: repository.path,
  env: allowedEnvironment(process.env, {}),
  tree: repository.git('rev-parse', 'HEAD^{tree}'),
  commit: repository.git('rev-parse', 'HEAD'),
  commands,
  timeoutMs: 20_000,
  ...more,
});
const prove = (commands: readonly string[], more: Partial<ProveRequest> = {}) =>
  openProver({ instance }).prove(requestOf(commands, more));

test('C5 evidence names the tree, the commit and every command', async () => {
  const evidence = await prove(['cat a.txt', 'true']);
  expect(evidence).toMatchObject({
    tree: repository.git('rev-parse', 'HEAD^{tree}'),
    commit: repository.git('rev-parse', 'HEAD'),
    passed: true,
    results: [
      { command: 'cat a.txt', exitCode: 0, timedOut: false, outputTail: 'a\n' },
      { command: 'true', exitCode: 0, timedOut: false, outputTail: '' },
    ],
  });
});

test('C5 the first failing command is the last one run', async () => {
  const evidence = await prove(['true', 'echo out; echo err >&2; exit 3', 'touch never']);
  expect(evidence.passed).toBe(false);
  expect(evidence.results.map((each) => each.exitCode)).toEqual([0, 3]);
  expect(evidence.results[1]?.outputTail).toBe('out\nerr\n');
  expect(repository.git('status', '--porcelain')).toBe('');
});

test('a command ended by a signal has not passed', async () => {
  const evidence = await prove(['kill -9 $$']);
  expect(evidence).toMatchObject({ passed: false, results: [{ exitCode: null, timedOut: false }] });
});

test('no commands prove nothing wrong', async () =>
  expect(await prove([])).toMatchObject({ passed: true, results: [] }));

test('a command sees the given environment and the end of its input', async () => {
  process.env.UNSEEN_SECRET = 'seen';
  const evidence = await prove(['cat; echo "$GREETING [$UNSEEN_SECRET]"'], {
    env: { PATH: process.env.PATH ?? '', GREETING: 'hello' },
  });
  expect(evidence.results[0]?.outputTail).toBe('hello []\n');
});

test('a timeout ends the command with the children that left its group', async () => {
  const started = Date.now();
  const evidence = await prove(['setsid sleep 60 & sleep 60'], { timeoutMs: 300 });
  expect(evidence).toMatchObject({ passed: false, results: [{ exitCode: null, timedOut: true }] });
  expect(evidence.results[0]?.durationMs).toBeGreaterThanOrEqual(300);
  expect(Date.now() - started).toBeLessThan(15_000);
  expect(await findMarked(instance)).toEqual([]);
});

test('a command that ignores being asked to end is made to', async () => {
  const evidence = await prove(["trap '' TERM; while :; do sleep 0.1; done"], { timeoutMs: 200 });
  expect(evidence.results).toMatchObject([{ timedOut: true }]);
  expect(await findMarked(instance)).toEqual([]);
});

test('a server left behind neither delays the proof nor survives it', async () => {
  const started = Date.now();
  const evidence = await prove(['sleep 60 & setsid sleep 60 & echo passed']);
  expect(evidence).toMatchObject({ passed: true, results: [{ exitCode: 0, outputTail: 'passed\n' }] });
  expect(Date.now() - started).toBeLessThan(15_000);
  expect(await findMarked(instance)).toEqual([]);
});

test('a process that hid from us cannot hold the proof up', async () => {
  const started = Date.now();
  // The short wait lets it lose its marker and leave the group before the leader ends.
  const hide = `env -i setsid sleep 30 & echo $! > ${repository.root}/pid; sleep 0.3; echo passed`;
  const evidence = await prove([hide]);
  const hidden = Number(await readFile(join(repository.root, 'pid'), 'utf8'));
  expect(await identify(hidden)).not.toBeNull();
  process.kill(hidden, 'SIGKILL');
  expect(evidence).toMatchObject({ passed: true, results: [{ outputTail: 'passed\n' }] });
  expect(Date.now() - started).toBeLessThan(15_000);
});

test('only the end of the output is kept, cut between characters', async () => {
  const evidence = await prove(["i=0; while [ $i -lt 4000 ]; do printf 'é€😀'; i=$((i+1)); done; echo end"]);
  const tail = evidence.results[0]?.outputTail ?? '';
  expect(Buffer.byteLength(tail)).toBeLessThanOrEqual(8192);
  expect(Buffer.byteLength(tail)).toBeGreaterThan(8192 - 4);
  expect(tail).not.toContain('\uFFFD');
  expect(tail.endsWith('é€😀end\n')).toBe(true);
});

test('bytes that are no text do not make the tail longer', async () => {
  const evidence = await prove(['head -c 20000 /dev/zero | tr "\\0" "\\377"']);
  const tail = evidence.results[0]?.outputTail ?? '';
  expect(Buffer.byteLength(tail)).toBeLessThanOrEqual(8192);
  expect(tail).toMatch(/^\uFFFD+$/);
});

test('200 MB of output cost no memory', async () => {
  let most = 0;
  const before = process.memoryUsage().rss;
  const looking = new AbortController();
  const look = async () => {
    while (!looking.signal.aborted) {
      most = Math.max(most, process.memoryUsage().rss);
      await sleep(10);
    }
  };
  const looked = look();
  const evidence = await prove(['head -c 200000000 /dev/zero | tr "\\0" x; echo end']);
  looking.abort();
  await looked;
  expect(evidence.results[0]?.outputTail).toMatch(/^x+end\n$/);
  expect(most - before).toBeLessThan(100 * 1024 * 1024);
});

const failureOfProof = (proof: Promise<unknown>) =>
  proof.then(
    () => 'proved',
    (error: unknown) => failureOf(error),
  );

test('C5 another tree than the one named is not proved', async () => {
  const failure = await failureOfProof(prove(['touch ran'], { tree: '0'.repeat(40) }));
  expect(failure).toMatchObject({ code: 'conflict', message: expect.stringContaining('the tree changed') });
  expect(repository.git('status', '--porcelain')).toBe('');
});

test('C5 a tree that changed meanwhile is not proved', async () => {
  const commands = ['echo more >> a.txt && git commit --quiet --all -m more'];
  expect(await failureOfProof(prove(commands))).toMatchObject({ code: 'conflict' });
});

test('a folder that is gone is a missing one', async () => {
  const failure = await failureOfProof(prove(['true'], { cwd: join(repository.path, 'gone') }));
  expect(failure).toMatchObject({ code: 'missing' });
});
