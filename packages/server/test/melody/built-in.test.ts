import type { MelodyRunView, Values } from '@symphony/domain';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openOffline } from '../../src/offline.ts';
import { type Hall, openHall } from '../orchestra/playing.ts';

/** What each built-in melody is given in a repository that has nothing special about it. */
const GIVEN: Readonly<Record<string, Values>> = {
  'dependency-upgrade': { outdated_command: 'echo left-pad 1.0.0 2.0.0' },
  'docs-refresh': {},
  // Red until an agent has worked once: then the loop has something to mend.
  'fix-failing-tests': { test_command: 'test -e docs/rehearsal/fix-failing-tests.md' },
  'flaky-test-hunt': { runs: 2 },
  'implement-issue': { issue: 'Greet people by name.' },
  'refactor-safely': { area: 'src', goal: 'shorter functions' },
  'release-notes': { version: '1.2.0' },
  'review-pull-request': { branch: 'topic' },
  'security-sweep': {},
  'write-tests': { coverage_command: 'echo 90' },
};

async function openGates(hall: Hall): Promise<boolean> {
  const client = await openOffline(hall.workplace);
  try {
    const { inbox } = await client.status();
    for (const { item, question } of inbox) {
      const text = question.choices[0] ?? 'go on';
      const answer = await client.command({
        name: 'answer',
        id: item,
        question: question.id,
        text,
        by: 'ada',
      });
      expect(answer).toMatchObject({ accepted: true });
    }
    return inbox.length > 0;
  } finally {
    await client.close();
  }
}

async function lastRun(hall: Hall): Promise<MelodyRunView | undefined> {
  const client = await openOffline(hall.workplace);
  try {
    return (await client.status()).melodies.at(-1);
  } finally {
    await client.close();
  }
}

describe('P7 every built-in melody plays to its end in rehearsal', () => {
  test.each(Object.entries(GIVEN))(
    '%s',
    async (name, parameters) => {
      const hall = await openHall();
      onTestFinished(() => hall.clear());
      hall.configure({ verify: ['true'] });
      await hall.repository.git('branch', 'topic');
      await hall.play({ melody: { name, parameters, by: 'ada' } });
      while (await openGates(hall)) await hall.play();
      expect(await lastRun(hall)).toMatchObject({ melody: name, state: 'completed' });
    },
    90_000,
  );
});
