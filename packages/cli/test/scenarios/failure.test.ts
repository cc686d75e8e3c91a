import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { onStage } from './stage.ts';

test.concurrent('C25 C4 C8 C13 retry exhaustion: 1 + max_retries failures, kill -9 between them, then `symphony retry`', () =>
  onStage({ config: { retry: { max_retries: 2, max_retry_backoff: '2s' } } }, async (stage) => {
    const { board, events } = stage;
    const good = [{ write: { path: 'done.txt', text: 'at last' } }, { commit: 'Add done' }];
    board.write('S-1', { rehearsal: { on_attempt: { 4: good, else: [{ fail: 'the build is broken' }] } } });
    const first = await stage.play();
    const [retry] = await stage.until('a retry', () => {
      const found = events.of('retry-scheduled', 'S-1');
      return found.length > 0 && found;
    });
    first.kill('SIGKILL');
    await first.ended;
    expect(await stage.item('S-1')).toMatchObject({ state: 'queued', retries: 1, attempt: 1 });

    stage.configure({ retry: { max_retries: 2, max_retry_backoff: '100ms' } });
    expect(await stage.playToTheEnd()).toMatchObject({ code: 1 });
    const runs = events.of('run-started', 'S-1');
    expect(runs.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    // The wait of the killed conductor is kept to, within the resolution of a timer.
    expect(Date.parse(runs[1]?.at ?? '')).toBeGreaterThanOrEqual((retry?.dueAt ?? Number.NaN) - 5);
    expect(events.of('retry-scheduled', 'S-1').map(({ retries }) => retries)).toEqual([1, 2]);
    expect(await stage.item('S-1')).toMatchObject({
      state: 'failed',
      retries: 2,
      reason: expect.stringContaining('the build is broken'),
    });
    expect(board.state('S-1')).toBe('In Progress');

    expect(await stage.symphony('retry', 'S-1')).toMatchObject({ code: 0 });
    expect(await stage.playToTheEnd()).toMatchObject({ code: 0 });
    expect(await stage.item('S-1')).toMatchObject({ outcome: 'merged', attempt: 4 });
    expect(board.state('S-1')).toBe('Done');
  }));

test.concurrent("C25 C4 no-commits escalation: needs_human with the agent's last words, never dispatched by itself", () =>
  onStage({}, async (stage) => {
    const { board, events } = stage;
    const plea = 'I need the password of the database';
    board.write('S-1', { rehearsal: [{ say: 'I look around' }, { turn: 'end' }, { say: plea }] });
    board.write('S-2', { rehearsal: [{ say: plea }, { exit: 0 }] });
    const { code, out } = await stage.playToTheEnd();
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining(plea) });
    for (const id of ['S-1', 'S-2']) {
      const item = await stage.item(id);
      expect(item).toMatchObject({ state: 'needs_human', retries: 0, reason: expect.stringContaining(plea) });
      expect((await stage.explain(id)).next).toContain(`symphony retry ${id}`);
    }
    expect(events.of('turn-started', 'S-1').map(({ kind }) => kind)).toEqual([
      'first',
      'continue-no-commits',
    ]);
    expect(events.of('retry-scheduled')).toEqual([]);

    // A restart and several ticks later it still waits for a person.
    await stage.play();
    await sleep(1_200);
    expect(events.of('run-started', 'S-1')).toHaveLength(1);
    expect(events.path('S-1').at(-1)).toBe('needs_human');
    stage.kept = ['S-1', 'S-2'];
  }));

test.concurrent("C25 C5 a failed verify is a failure whose report is in the next attempt's prompt", () =>
  onStage(
    { listen: true, config: { verify: ['sh check.sh'] }, files: { 'check.sh': CHECK } },
    async (stage) => {
      const { board, events, repository, wiretap } = stage;
      const write = (text: string) => [{ write: { path: 'answer.txt', text } }, { commit: `Answer ${text}` }];
      board.write('S-1', { rehearsal: { on_attempt: { 1: write('41'), else: write('42') } } });
      expect(await stage.playToTheEnd()).toMatchObject({ code: 0 });

      const [first, second, ...more] = events.of('evidence-recorded', 'S-1').map(({ evidence }) => evidence);
      expect(more).toEqual([]);
      expect([first?.passed, second?.passed]).toEqual([false, true]);
      const tree = first?.tree.slice(0, 10);
      const prompts = wiretap.prompts('S-1');
      expect(prompts).toHaveLength(2);
      expect(prompts[0]).not.toContain('check.sh');
      expect(prompts[1]).toContain(`\`sh check.sh\` exited with 3 on tree ${tree}`);
      expect(prompts[1]).toContain('the answer is 41, which is not 42');
      expect(prompts[1]).toContain('The work of S-1');
      expect(await stage.item('S-1')).toMatchObject({ outcome: 'merged', attempt: 2, retries: 1 });
      expect(await repository.read('answer.txt', 'main')).toBe('42');
    },
  ));

const CHECK = `answer=$(cat answer.txt)
test "$answer" = 42 && exit 0
echo "the answer is $answer, which is not 42"
exit 3
`;
