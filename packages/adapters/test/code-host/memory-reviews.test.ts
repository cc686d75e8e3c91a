import type { MemoryReviews } from '@symphony/adapters/code-host/memory';
import { MemoryCodeHost } from '@symphony/adapters/code-host/memory';
import type { Proposal } from '@symphony/domain';
import { reviewHostContract } from '@symphony/testkit';

reviewHostContract('memory', async () => {
  const host = new MemoryCodeHost(['main'], 'main');
  const reviews = host.reviews as MemoryReviews;
  reviews.writers.add('ada');
  let commits = 0;
  return {
    host,
    work: async (name) => {
      commits += 1;
      const head = `${name}@${commits}`;
      const branch = `symphony/${name}`;
      const evidence = { tree: head, commit: head, results: [], passed: true };
      const proposal: Proposal = {
        item: name,
        identifier: name,
        title: name,
        branch,
        target: 'main',
        head,
        evidence,
      };
      return proposal;
    },
    check: async (ref, head, checks) => {
      const failed = { key: `check ${head}`, name: 'build', url: null, excerpt: 'broken' };
      reviews.change(ref, { checks, failedChecks: checks === 'failed' ? [failed] : [] });
    },
    remark: async (ref, text) =>
      reviews.change(ref, {
        remarks: [{ key: 'comment 1', author: 'ada', text, path: null, line: null, at: 1 }],
      }),
    requestChanges: async (ref) => reviews.change(ref, { review: 'changes-requested' }),
    close: async (ref) => reviews.change(ref, { state: 'closed' }),
    forbid: (reason) => {
      reviews.rule = reason;
    },
    writer: 'ada',
    commentsOf: async (ref) =>
      [...reviews.comments].flatMap(([key, text]) => (key.startsWith(`${ref} `) ? text : [])),
    demand: (checks) => {
      reviews.required = checks;
    },
    isMerged: async ({ head }) => host.contains(head),
    end: async () => undefined,
  };
});
