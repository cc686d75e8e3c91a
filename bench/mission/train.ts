import { join } from 'node:path';
import { openLocalHost } from '@symphony/adapters/code-host/local';
import { openGit } from '@symphony/adapters/git';
import { allowedEnvironment } from '@symphony/adapters/process';
import { openProver } from '@symphony/adapters/prover/shell';
import { type ConductorState, halves, nextBatch } from '@symphony/conductor';
import type { CodeHost, ItemId, TrainEntry } from '@symphony/domain';
import { makeRepository, type Repository } from '@symphony/testkit';
import { medians } from '../statistics.ts';
import { GOALS } from './goals.ts';
import type { MissionPart, Row } from './part.ts';

/** Sixteen finished branches, one of which fails the check: in batches, as the conductor has it, and one by one. */

const BRANCHES = 16;
/** Half a second, and a failure where the bad branch is in. */
const VERIFY = 'sleep 0.5; test ! -e bad.txt';

interface Ride {
  readonly proofs: number;
  readonly seconds: number;
  /** Of all branches: merged, or given back because the check fails. */
  readonly accounted: number;
}

export const trainPart: MissionPart = {
  name: 'train',
  async measure(quick) {
    const places = quick ? [5] : [0, 5, 15];
    const rides: { batched: Ride[]; single: Ride[] } = { batched: [], single: [] };
    for (const bad of places) {
      rides.batched.push(await ride(bad, BRANCHES));
      rides.single.push(await ride(bad, 1));
    }
    const [ours, peer] = [medians(rides.batched), medians(rides.single)];
    const beside = (what: string, key: 'proofs' | 'seconds', goal: Row['goal']): Row => ({
      what,
      size: BRANCHES,
      ours: ours[key],
      peer: { name: 'one by one', value: peer[key] },
      goal,
    });
    const all = Math.min(...[...rides.batched, ...rides.single].map(({ accounted }) => accounted));
    return [
      beside('one bad branch, verify runs', 'proofs', GOALS.proofs),
      beside('one bad branch, seconds', 'seconds', GOALS.time),
      { what: 'merged or given back, share', size: BRANCHES, ours: all, peer: null, goal: GOALS.accounted },
    ];
  },
};

async function ride(bad: number, batchSize: number): Promise<Ride> {
  const repository = await makeRepository({
    files: { 'README.md': 'hello\n', '.gitignore': '.symphony/\n' },
  });
  try {
    const entries = new Map<ItemId, TrainEntry>();
    for (let at = 0; at < BRANCHES; at += 1) {
      const entry = await finish(repository, at, at === bad);
      entries.set(entry.item, entry);
    }
    return await play(openHost(repository), entries, batchSize);
  } finally {
    await repository.remove();
  }
}

async function finish({ git, commit }: Repository, at: number, isBad: boolean): Promise<TrainEntry> {
  const branch = `symphony/item-${at}`;
  await git('checkout', '--quiet', '-b', branch, 'main');
  const head = await commit(
    { [`file-${at}.txt`]: `${at}\n`, ...(isBad ? { 'bad.txt': 'bad\n' } : {}) },
    'Work',
  );
  await git('checkout', '--quiet', 'main');
  return { item: `item-${at}`, identifier: `item-${at}`, title: `Work ${at}`, branch, head };
}

function openHost(repository: Repository): CodeHost {
  const instance = `bench-train-${process.pid}-${repository.path}`;
  return openLocalHost({
    repository: repository.path,
    scratch: join(repository.path, '.symphony', 'run', 'train'),
    git: openGit(instance),
    prover: openProver({ instance }),
    instance,
    environment: () => allowedEnvironment(process.env, {}),
  });
}

/** The conductor's own rules of what to try next, without its log. */
async function play(
  host: CodeHost,
  entries: ReadonlyMap<ItemId, TrainEntry>,
  batchSize: number,
): Promise<Ride> {
  let train: ConductorState['train'] = {
    queue: [...entries.keys()],
    segments: [],
    current: null,
    held: null,
  };
  const began = performance.now();
  let proofs = 0;
  let accounted = 0;
  for (;;) {
    const batch = nextBatch(train, batchSize, () => 'main');
    if (batch === null) break;
    const taken = new Set(batch);
    train = {
      ...train,
      queue: train.queue.filter((item) => !taken.has(item)),
      segments: train.segments.filter((segment) => segment !== batch),
    };
    const assembly = await host.assemble({
      target: 'main',
      entries: batch.flatMap((item) => entries.get(item) ?? []),
      verify: [VERIFY],
      verifyTimeoutMs: 30_000,
      provedTrees: [],
    });
    proofs += 1;
    if (assembly.kind === 'conflict') throw new Error(assembly.report);
    if (assembly.evidence.passed) {
      const { base: expected, commit } = assembly;
      const landing = await host.land({ target: 'main', expected, commit });
      if (landing.kind !== 'landed') throw new Error(`the train was ${landing.kind}`);
      accounted += batch.length;
    } else if (batch.length > 1) train = { ...train, segments: [...halves(batch), ...train.segments] };
    else accounted += 1;
  }
  return { proofs, seconds: (performance.now() - began) / 1000, accounted: accounted / entries.size };
}
