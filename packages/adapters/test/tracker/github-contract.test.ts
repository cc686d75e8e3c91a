import { trackerContract } from '@symphony/testkit';
import { openGitHubBench } from './github-bench.ts';

for (const form of ['issues', 'project'] as const) {
  trackerContract(`github ${form}`, async (seeds) => {
    const bench = await openGitHubBench(form, seeds);
    const { server, issues, items, tracker } = bench;
    const repository = server.world.repository('acme', 'app');
    const known = new Map<string, string>();
    const idOf = (name: string): string => {
      const issue = issues.get(name);
      const id = form === 'project' ? items.get(name)?.nodeId : issue && `acme/app#${issue.number}`;
      if (id !== undefined) known.set(name, id);
      return known.get(name) ?? '';
    };
    for (const { name } of seeds) idOf(name);
    return {
      tracker,
      idOf,
      unknownId: form === 'project' ? 'PVTI_0' : 'acme/app#999',
      put: async (seed) => bench.put(seed),
      remove: async (name) => {
        const issue = issues.get(name);
        const item = items.get(name);
        if (issue) repository?.issues.splice(repository.issues.indexOf(issue), 1);
        if (item) item.project.items.splice(item.project.items.indexOf(item), 1);
      },
      spoil: async (name) => {
        const issue = issues.get(name);
        if (!issue) throw new Error(`${name} is not there`);
        issue.title = '   ';
        server.world.touch(issue);
      },
      breakTransport: async () => {
        const restore = server.faults.order(
          { kind: 'failing', status: 400 },
          { times: Number.POSITIVE_INFINITY },
        );
        return async () => restore();
      },
      say: async (name, text) => {
        const issue = issues.get(name);
        if (!issue) throw new Error(`there is no ${name}`);
        return `github-comment-${server.world.addComment(issue, 'ada', text).id}`;
      },
      commentsOf: async (name) => issues.get(name)?.comments.map(({ body }) => body) ?? [],
      close: () => server.close(),
    };
  });
}
