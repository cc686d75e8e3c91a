import { openGitHubServer, TEST_TOKEN } from '@symphony/testkit/github-server';
import { expect, onTestFinished, test } from 'vitest';
import { checkTracker } from '../../src/doctor/tracker.ts';
import { loadText } from '../config/workspace.ts';

async function findings(token: string, faulty = false) {
  const server = await openGitHubServer({ repositories: ['acme/app'], scopes: 'gist' });
  onTestFinished(() => server.close());
  if (faulty) server.faults.order({ kind: 'hang-up' }, { times: 99 });
  const provider = `    repository: acme/app\n    endpoint: ${server.url}\n    token: $TOKEN\n`;
  const result = await loadText(`tracker:\n  kind: github\n  provider:\n${provider}`, {
    env: { TOKEN: token },
  });
  return checkTracker(result);
}

test('C24 reach, scopes and budget of the tracker are told', async () => {
  const found = await findings(TEST_TOKEN);
  expect(found.map(({ status }) => status)).toEqual(['ok', 'warning', 'ok', 'ok']);
  expect(found[1]?.message).toContain('lacks the scope repo');
  expect(found[2]?.message).toMatch(/of 5000 requests are left/);
});

test('C24 a token that is refused, and a server that is away, are problems with a way out', async () => {
  for (const found of [await findings('another-token'), await findings(TEST_TOKEN, true)]) {
    expect(found.some(({ status }) => status === 'problem')).toBe(true);
    expect(found.find(({ status }) => status === 'problem')?.fix).toMatch(/\w/);
    expect(JSON.stringify(found)).not.toContain('another-token');
  }
});

test('without a tracker elsewhere nothing is said', async () => {
  expect(await checkTracker(await loadText(''))).toEqual([]);
});
