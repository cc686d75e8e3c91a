import { openGitHubServer, TEST_TOKEN } from '@symphony/testkit/github-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openHall, WRITES } from './playing.ts';

test('C17 issues of GitHub are played, merged and closed, beside work of our own', async () => {
  const server = await openGitHubServer({ repositories: ['acme/app'] });
  const repository = server.world.repository('acme', 'app');
  if (!repository) throw new Error('there is no repository');
  const wanted = server.world.addIssue(repository, { title: 'Say hello', labels: ['symphony'] });
  const other = server.world.addIssue(repository, { title: 'Not for agents' });
  const request = server.world.addIssue(repository, {
    title: 'A pull request',
    labels: ['symphony'],
    pullRequest: true,
  });
  const hall = await openHall();
  vi.stubEnv('TEST_GITHUB_TOKEN', TEST_TOKEN);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await hall.clear();
    await server.close();
  });
  hall.configure({
    tracker: {
      kind: 'github',
      required_labels: ['symphony'],
      provider: { repository: 'acme/app', endpoint: server.url, token: '$TEST_GITHUB_TOKEN' },
    },
  });
  hall.item('OWN', WRITES, { state: 'Open', labels: ['symphony'] });
  expect((await hall.play()).code).toBe(0);
  const merged = await hall.repository.git('log', '--merges', '--format=%s');
  expect(merged).toContain(`Merge GH-${wanted.number}`);
  expect(merged).toContain('Merge OWN');
  expect([wanted, other, request].map(({ state }) => state)).toEqual(['closed', 'open', 'open']);
  expect(wanted.stateReason).toBe('completed');
  const commits = await hall.repository.git('rev-parse', 'main');
  expect((await hall.play()).code).toBe(0);
  expect(await hall.repository.git('rev-parse', 'main')).toBe(commits);
});
