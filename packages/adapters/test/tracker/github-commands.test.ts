import { expect, onTestFinished, test } from 'vitest';
import { openGitHubBench } from './github-bench.ts';

const bench = async () => {
  const opened = await openGitHubBench('issues', [{ name: 'login', title: 'Fix it', state: 'Todo' }]);
  onTestFinished(() => opened.server.close());
  const issue = opened.issues.get('login');
  if (!issue) throw new Error('no issue');
  return { ...opened, issue };
};

test('C20 who may write is asked of GitHub', async () => {
  const { tracker } = await bench();
  const may = (login: string, id = 'acme/app#1') => tracker.mayWrite?.(login, id);
  expect([await may('octocat'), await may('ada'), await may('octocat', 'acme/other#1')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('C17 asking for comments costs nothing while there are none, and tells each once', async () => {
  const { tracker, server, issue } = await bench();
  const since = async (after: string | null) => {
    const read = await tracker.commentsSince?.(after);
    if (!read) throw new Error('it cannot be asked');
    return read;
  };
  server.world.addComment(issue, 'ada', '/symphony stop');
  let { next, comments } = await since(null);
  expect(comments).toEqual([]);
  ({ next, comments } = await since(next));
  expect(comments).toEqual([]); // the one of that very second is still the past
  const { used } = server.meter.window('core');
  for (let n = 0; n < 5; n++) ({ next } = await since(next));
  expect(server.meter.window('core').used).toBe(used);

  const [first, second] = ['/symphony retry', '/symphony pause'].map((text) =>
    server.world.addComment(issue, 'ada', text),
  );
  ({ next, comments } = await since(next));
  expect(comments).toMatchObject([
    {
      id: `github-comment-${first?.id}`,
      item: ['acme/app#1', 'https://github.com/acme/app/issues/1'],
      standing: 'member',
    },
    { id: `github-comment-${second?.id}`, text: '/symphony pause', author: { id: 'ada', name: 'ada' } },
  ]);
  expect((await since(next)).comments).toEqual([]);
  await expect(since('{')).resolves.toMatchObject({ comments: [] });
});
