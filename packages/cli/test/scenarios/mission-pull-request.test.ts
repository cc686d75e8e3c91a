import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { protectBranch } from '@symphony/testkit/github-server';
import { expect, test } from 'vitest';
import { type Hosted, onHostedStage } from './hosted.ts';

const worker = (id: string) => ({
  id,
  title: `Write ${id}`,
  task: `Write ${id}.txt`,
  scope: `${id}.txt`,
  rehearsal: [{ write: { path: `${id}.txt`, text: `${id}\n` } }, { commit: `Write ${id}.txt` }],
});

function writeMission({ stage }: Hosted): string {
  const folder = join(stage.path, '.symphony', 'missions');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'songs.yaml');
  const criteria = [{ text: 'both are there', check: 'test -e one.txt && test -e two.txt' }];
  const workers = [worker('one'), worker('two')];
  const plan = { name: 'songs', title: 'Two songs', request: 'Write two songs', criteria, workers };
  writeFileSync(file, JSON.stringify(plan));
  return file;
}

test('M8 C8 C19 a mission is one pull request: its parts meet here, what fails is mended, and it is merged when GitHub allows it', () =>
  onHostedStage({}, async (hosted) => {
    const { stage, desk, server } = hosted;
    const { provider } = hosted;
    const code_host = {
      kind: 'github',
      repository: 'acme/app',
      provider,
      labels: ['mission'],
      delete_branch: true,
    };
    hosted.configure({ code_host });
    protectBranch(server.world, 'main', { checks: ['build'], approvals: 1 });
    const now = async (): Promise<string> =>
      JSON.parse((await stage.symphony('mission', 'status', 'songs', '--json')).out).now;
    const waitsFor = (...kinds: string[]) =>
      stage.until(`it waits for ${kinds}`, () => {
        const seen = stage.events.of('proposal-seen').at(-1)?.sight;
        return seen?.waitsFor?.map(({ kind }) => kind).join() === kinds.join();
      });
    const before = await hosted.git('rev-parse', 'main');
    const { cut } = await stage.playMortal();
    expect(await stage.symphony('mission', 'start', writeMission(hosted), '--yes')).toMatchObject({
      code: 0,
    });

    // GitHub opens it; nobody hears its answer.
    server.faults.order({ kind: 'slow', ms: 250 }, { on: /^POST .*\/pulls$/ });
    await hosted.asked(/^POST .*\/pulls$/);
    await cut();
    const pull = await hosted.pull();
    await stage.until('it is handed over', () => stage.events.of('mission-offered').length === 1);
    expect(pull).toMatchObject({ headRef: 'symphony/mission/songs', baseRef: 'main' });
    expect(pull.issue).toMatchObject({ title: 'songs: Two songs', labels: ['mission'] });
    expect(pull.issue.body).toContain('- Write one (songs-one)');
    const first = await desk.headOf(pull);
    expect((await hosted.git('ls-tree', '--name-only', first)).split('\n')).toEqual(
      expect.arrayContaining(['one.txt', 'two.txt']),
    );
    await waitsFor('check', 'approvals');
    expect(await now()).toContain(
      'waits for the check build, which has not begun, and an approving review; is merged when it may be',
    );

    desk.check(first, { name: 'build', conclusion: 'failure', summary: 'out of tune' });
    const second = await hosted.newHead(pull, first);
    const [mended] = stage.events.of('mission-returned');
    expect(mended).toMatchObject({ why: 'pull-request', report: expect.stringContaining('out of tune') });
    desk.check(second, { name: 'build', conclusion: 'success' });
    await waitsFor('approvals');
    expect(server.requests.filter((each) => each.startsWith('PUT'))).toEqual([]);
    desk.review(pull, 'octocat', 'APPROVED');
    await stage.until('it has ended', () => stage.events.of('mission-ended').length === 1);
    expect(stage.events.of('mission-ended')).toMatchObject([
      { outcome: 'done', reason: 'merged into main', commit: pull.merged?.commit },
    ]);
    await stage.until('GitHub knows', () => stage.events.of('proposal-withdrawn').length === 1);

    expect(desk.pulls).toHaveLength(1);
    expect(desk.merges).toEqual([pull.issue.number]);
    expect(server.requests.filter((each) => each.startsWith('PUT'))).toHaveLength(1);
    expect((await hosted.git('ls-tree', '--name-only', 'main')).split('\n')).toEqual(
      expect.arrayContaining(['one.txt', 'two.txt']),
    );
    expect(await hosted.git('for-each-ref', 'refs/heads/symphony')).toBe('');
    // The train moved the mission's branch alone.
    expect(await stage.repository.git('rev-parse', 'main')).toBe(before);
  }));
