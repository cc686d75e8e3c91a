import {
  type CodeHost,
  PortError,
  type Proposal,
  type ProposalStanding,
  type ReviewHost,
} from '@symphony/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** One code host that decides over `main`, and the hands of the people over there. */
export interface ReviewHostFixture {
  readonly host: CodeHost;
  /** Finished work on a branch of its own. The same name again: one commit more on it. */
  work(name: string): Promise<Proposal>;
  check(ref: string, head: string, verdict: 'passed' | 'failed'): Promise<void>;
  remark(ref: string, text: string): Promise<void>;
  requestChanges(ref: string): Promise<void>;
  close(ref: string): Promise<void>;
  /** A rule says no to every merge; null: not any more. */
  forbid(reason: string | null): void;
  /** The id of somebody who may write; nobody knows `stranger`. */
  readonly writer: string;
  /** What stands below the offer. */
  commentsOf(ref: string): Promise<readonly string[]>;
  /** `main` demands that these checks have passed. */
  demand(checks: readonly string[]): void;
  /** Whether `main` over there contains the work. */
  isMerged(proposal: Proposal): Promise<boolean>;
  end(): Promise<void>;
}

/** Somebody who is not known may not. */
const mayWrite = (reviews: ReviewHost, author: string): Promise<boolean> =>
  reviews.mayWrite(author).catch((error: unknown) => {
    if (error instanceof PortError && error.failure.code === 'missing') return false;
    throw error;
  });

/** What every code host with pull requests keeps to (C9, C19). */
export function reviewHostContract(name: string, open: () => Promise<ReviewHostFixture>): void {
  describe(`C19 review host: ${name}`, () => {
    let fixture: ReviewHostFixture;
    let reviews: ReviewHost;
    beforeEach(async () => {
      fixture = await open();
      if (!fixture.host.reviews) throw new PortError({ code: 'invalid', message: 'it has no reviews' });
      reviews = fixture.host.reviews;
    });
    afterEach(() => fixture.end());
    const lookAt = async (ref: string): Promise<ProposalStanding> => {
      const [standing] = await reviews.look([ref]);
      if (!standing) throw new Error(`${ref} is not seen`);
      return standing;
    };

    test('C9 an offer is made once, moves with its work, and is merged once at the commit that was named', async () => {
      const first = await fixture.work('one');
      const { ref } = await fixture.host.propose(first);
      expect(await fixture.host.propose(first)).toMatchObject({ ref });
      expect([reviews.decides('main'), reviews.decides('other')]).toEqual([true, false]);
      expect(await lookAt(ref)).toMatchObject({ state: 'open', head: first.head, mergeable: 'yes' });
      const second = await fixture.work('one');
      expect(await fixture.host.propose(second)).toMatchObject({ ref });
      expect((await reviews.merge(ref, first.head)).kind).toBe('not-yet');
      fixture.forbid('two people must agree');
      expect(await reviews.merge(ref, second.head)).toMatchObject({
        kind: 'not-yet',
        reason: expect.stringContaining('two people must agree'),
      });
      fixture.forbid(null);
      const merged = await reviews.merge(ref, second.head);
      expect(merged.kind).toBe('merged');
      expect(await reviews.merge(ref, second.head)).toEqual(merged);
      expect(await fixture.isMerged(second)).toBe(true);
      const { state, mergedAs } = await lookAt(ref);
      expect({ state, mergedAs }).toEqual({
        state: 'merged',
        mergedAs: merged.kind === 'merged' && merged.commit,
      });
      await fixture.host.withdraw(second.item, ref);
    });

    test('checks belong to a commit; remarks and demands are told with keys that stay', async () => {
      const work = await fixture.work('one');
      const { ref } = await fixture.host.propose(work);
      await fixture.check(ref, work.head, 'failed');
      await fixture.remark(ref, 'Rename it.');
      await fixture.requestChanges(ref);
      const seen = await lookAt(ref);
      expect(seen).toMatchObject({ checks: 'failed', review: 'changes-requested' });
      expect(seen.failedChecks[0]?.excerpt).toContain('broken');
      expect(seen.remarks.map(({ text }) => text)).toContain('Rename it.');
      expect(await lookAt(ref)).toEqual(seen);
      const next = await fixture.work('one');
      await fixture.host.propose(next);
      expect((await lookAt(ref)).checks).toBe('none');
      await fixture.check(ref, next.head, 'passed');
      expect(await lookAt(ref)).toMatchObject({ checks: 'passed', failedChecks: [] });
    });

    test('C9 C20 who may write is told, and a comment is written once', async () => {
      const { ref } = await fixture.host.propose(await fixture.work('one'));
      expect([await reviews.mayWrite(fixture.writer), await mayWrite(reviews, 'stranger')]).toEqual([
        true,
        false,
      ]);
      await reviews.comment(ref, 'command:1', 'Done: it waits.');
      await reviews.comment(ref, 'command:1', 'Done: it waits.');
      await reviews.comment(ref, 'command:2', 'Not done: no.');
      const told = await fixture.commentsOf(ref);
      expect(told.map((text) => text.split('\n').at(-1))).toEqual(['Done: it waits.', 'Not done: no.']);
      const { remarks, commands } = await lookAt(ref);
      expect([remarks, commands]).toEqual([[], []]);
      await expect(reviews.comment('nowhere', 'command:3', 'Hello?')).rejects.toMatchObject({
        failure: { code: 'missing' },
      });
    });

    test('what the target demands is told, and nothing is merged before it is there', async () => {
      const work = await fixture.work('one');
      const { ref } = await fixture.host.propose(work);
      expect(await lookAt(ref)).toMatchObject({ allowed: 'yes', demands: [] });
      fixture.demand(['build']);
      const demanded = (state: string) => [{ kind: 'check', name: 'build', state }];
      expect(await lookAt(ref)).toMatchObject({ allowed: 'no', demands: demanded('missing') });
      expect((await reviews.merge(ref, work.head)).kind).toBe('not-yet');
      await fixture.check(ref, work.head, 'failed');
      expect(await lookAt(ref)).toMatchObject({ allowed: 'no', demands: demanded('failed') });
      await fixture.check(ref, work.head, 'passed');
      expect(await lookAt(ref)).toMatchObject({ allowed: 'yes', demands: demanded('passed') });
      expect((await reviews.merge(ref, work.head)).kind).toBe('merged');
    });

    test('what is withdrawn or closed is seen as closed, and is offered anew as another', async () => {
      const work = await fixture.work('one');
      const { ref } = await fixture.host.propose(work);
      await fixture.host.withdraw(work.item, ref);
      await fixture.host.withdraw(work.item, ref);
      expect((await lookAt(ref)).state).toBe('closed');
      expect((await reviews.merge(ref, work.head)).kind).toBe('not-yet');
      const again = await fixture.host.propose(work);
      expect(again.ref).not.toBe(ref);
      await fixture.close(again.ref);
      expect((await reviews.look([ref, again.ref, again.ref])).map(({ state }) => state)).toEqual([
        'closed',
        'closed',
      ]);
    });
  });
}
