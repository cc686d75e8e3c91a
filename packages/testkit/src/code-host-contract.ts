import {
  type AssembleRequest,
  type Assembly,
  type CodeHost,
  failureOf,
  type Proposal,
  type TrainEntry,
} from '@symphony/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** One code host with a target `main`, and the hands to bring about what the contract talks of. */
export interface CodeHostFixture {
  readonly host: CodeHost;
  /** A command that passes on everything but the two branches of `makeClashing` together. */
  readonly verify: string;
  /** A finished branch that merges cleanly. */
  makeEntry(name: string): Promise<TrainEntry>;
  /** A finished branch that conflicts with the target as it is now. */
  makeConflicting(name: string): Promise<TrainEntry>;
  /** Two branches that merge cleanly and pass alone, and fail the command together. */
  makeClashing(one: string, other: string): Promise<readonly [TrainEntry, TrainEntry]>;
  targetCommit(): Promise<string>;
  /** Somebody else commits onto the target. */
  moveTarget(): Promise<string>;
  /** Whether the target contains this commit. */
  contains(commit: string): Promise<boolean>;
  /** Puts something in the way of landing `entry`; the result takes it away. */
  hold(entry: TrainEntry): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const proposalOf = (entry: TrainEntry): Proposal => ({
  item: entry.item,
  identifier: entry.identifier,
  title: entry.title,
  branch: entry.branch,
  target: 'main',
  head: entry.head,
  evidence: { tree: entry.head, commit: entry.head, results: [], passed: true },
});

function assembled(assembly: Assembly): Extract<Assembly, { kind: 'assembled' }> {
  if (assembly.kind === 'assembled') return assembly;
  throw new Error(`expected an assembled train, got a conflict: ${assembly.report}`);
}

/** What every code host with a merge train keeps to (M9). */
export function codeHostContract(name: string, open: () => Promise<CodeHostFixture>): void {
  describe(`M9 code host: ${name}`, () => {
    let fixture: CodeHostFixture;
    beforeEach(async () => {
      fixture = await open();
    });
    afterEach(() => fixture.close());

    const assemble = (entries: readonly TrainEntry[], more: Partial<AssembleRequest> = {}) =>
      fixture.host.assemble({
        target: 'main',
        entries,
        verify: [fixture.verify],
        verifyTimeoutMs: 20_000,
        provedTrees: [],
        ...more,
      });
    const land = ({ base, commit }: { base: string; commit: string }) =>
      fixture.host.land({ target: 'main', expected: base, commit });
    const failureCode = (work: Promise<unknown>) =>
      work.then(
        () => 'none',
        (error: unknown) => failureOf(error).code,
      );

    test('proposing and withdrawing may be repeated', async () => {
      const entry = await fixture.makeEntry('one');
      const first = await fixture.host.propose(proposalOf(entry));
      expect(first.ref).toContain(entry.identifier);
      expect(await fixture.host.propose(proposalOf(entry))).toEqual(first);
      await fixture.host.withdraw(entry.item, first.ref);
      await fixture.host.withdraw(entry.item, first.ref);
      await fixture.host.withdraw('never proposed', 'train/never');
      expect(await fixture.host.propose(proposalOf(entry))).toEqual(first);
    });

    test('assembling merges all entries, proves the result and moves nothing', async () => {
      const before = await fixture.targetCommit();
      const entries = [await fixture.makeEntry('one'), await fixture.makeEntry('two')];
      const assembly = assembled(await assemble(entries));
      expect(assembly.base).toBe(before);
      expect(assembly.commit).not.toBe(before);
      expect(assembly.alreadyMerged).toEqual([]);
      expect(assembly.evidence).toMatchObject({ commit: assembly.commit, passed: true });
      expect(assembly.evidence.results).toMatchObject([{ command: fixture.verify, exitCode: 0 }]);
      expect(await fixture.targetCommit()).toBe(before);
    });

    test('landing moves the target to exactly the assembled commit, once', async () => {
      const entries = [await fixture.makeEntry('one'), await fixture.makeEntry('two')];
      const assembly = assembled(await assemble(entries));
      expect(await land(assembly)).toEqual({ kind: 'landed' });
      expect(await fixture.targetCommit()).toBe(assembly.commit);
      for (const entry of entries) expect(await fixture.contains(entry.head)).toBe(true);
      expect(await land(assembly)).toEqual({ kind: 'landed' });
      expect(await fixture.targetCommit()).toBe(assembly.commit);
    });

    test('a landing repeated after others went on is still a landing', async () => {
      const assembly = assembled(await assemble([await fixture.makeEntry('one')]));
      await land(assembly);
      const now = await fixture.moveTarget();
      expect(await land(assembly)).toEqual({ kind: 'landed' });
      expect(await fixture.targetCommit()).toBe(now);
    });

    test('an entry that is in the target already is named and not merged again', async () => {
      const one = await fixture.makeEntry('one');
      const first = assembled(await assemble([one]));
      await land(first);
      const two = await fixture.makeEntry('two');
      const second = assembled(await assemble([one, two]));
      expect(second).toMatchObject({ base: first.commit, alreadyMerged: [one.item] });
      const again = assembled(await assemble([one]));
      expect(again).toMatchObject({ commit: first.commit, alreadyMerged: [one.item] });
      expect(await land(again)).toEqual({ kind: 'landed' });
    });

    test('M8 nothing to merge is the target itself, and it is proved', async () => {
      const before = await fixture.targetCommit();
      const { evidence, ...assembly } = assembled(await assemble([]));
      expect(assembly).toMatchObject({ base: before, commit: before });
      expect(evidence).toMatchObject({ passed: true, results: [{ command: fixture.verify, exitCode: 0 }] });
    });

    test('a conflict names its entry, the files and both sides, and leaves the others mergeable', async () => {
      const good = await fixture.makeEntry('good');
      const bad = await fixture.makeConflicting('bad');
      const before = await fixture.targetCommit();
      const conflict = await assemble([good, bad]);
      expect(conflict).toMatchObject({ kind: 'conflict', base: before, item: bad.item });
      if (conflict.kind !== 'conflict') return;
      expect(conflict.files.length).toBeGreaterThan(0);
      for (const file of conflict.files) expect(conflict.report).toContain(file);
      expect(await fixture.targetCommit()).toBe(before);
      expect(await land(assembled(await assemble([good])))).toEqual({ kind: 'landed' });
      expect(await fixture.contains(bad.head)).toBe(false);
    });

    test('branches that pass alone and fail together are told by the evidence', async () => {
      const [one, other] = await fixture.makeClashing('one', 'other');
      expect(assembled(await assemble([one])).evidence.passed).toBe(true);
      expect(assembled(await assemble([other])).evidence.passed).toBe(true);
      const { evidence } = assembled(await assemble([one, other]));
      expect(evidence.passed).toBe(false);
      expect(evidence.results.at(-1)).toMatchObject({ command: fixture.verify, timedOut: false });
      expect(evidence.results.at(-1)?.exitCode).not.toBe(0);
      expect(evidence.results.at(-1)?.outputTail).not.toBe('');
    });

    test('C5 a tree that was proved is not proved again', async () => {
      const [one, other] = await fixture.makeClashing('one', 'other');
      const failing = assembled(await assemble([one, other])).evidence;
      const { evidence } = assembled(await assemble([one, other], { provedTrees: [failing.tree] }));
      expect(evidence).toMatchObject({ tree: failing.tree, passed: true, results: [] });
    });

    test('without commands nothing is run', async () => {
      const clashing = await fixture.makeClashing('one', 'other');
      const { evidence } = assembled(await assemble(clashing, { verify: [] }));
      expect(evidence).toMatchObject({ passed: true, results: [] });
    });

    test('a target somebody else moved is not moved', async () => {
      const entry = await fixture.makeEntry('one');
      const assembly = assembled(await assemble([entry]));
      const now = await fixture.moveTarget();
      expect(await land(assembly)).toEqual({ kind: 'moved', now });
      expect(await fixture.targetCommit()).toBe(now);
      expect(await land(assembled(await assemble([entry])))).toEqual({ kind: 'landed' });
      expect(await fixture.contains(now)).toBe(true);
    });

    test('a held target says why and lands once it is let go', async () => {
      const entry = await fixture.makeEntry('one');
      const assembly = assembled(await assemble([entry]));
      const release = await fixture.hold(entry);
      const landing = await land(assembly);
      expect(landing).toMatchObject({ kind: 'held', reason: expect.stringMatching(/\S/) });
      expect(await fixture.targetCommit()).toBe(assembly.base);
      await release();
      expect(await land(assembly)).toEqual({ kind: 'landed' });
    });

    test('trains asked for at once do not mix', async () => {
      const entries = [await fixture.makeEntry('one'), await fixture.makeEntry('two')];
      const assemblies = (await Promise.all(entries.map((entry) => assemble([entry])))).map(assembled);
      const landings = [];
      for (const assembly of assemblies) landings.push((await land(assembly)).kind);
      expect(landings).toEqual(['landed', 'moved']);
      expect(await fixture.contains(entries[0]?.head ?? '')).toBe(true);
      expect(await fixture.contains(entries[1]?.head ?? '')).toBe(false);
    });

    test('a branch that is not there is a missing one', async () => {
      const entry = await fixture.makeEntry('one');
      const { base, commit } = assembled(await assemble([entry]));
      expect(await failureCode(assemble([entry], { target: 'nowhere' }))).toBe('missing');
      expect(await failureCode(fixture.host.land({ target: 'nowhere', expected: base, commit }))).toBe(
        'missing',
      );
      expect(await failureCode(land({ base, commit: '0'.repeat(40) }))).toBe('missing');
    });
  });
}
