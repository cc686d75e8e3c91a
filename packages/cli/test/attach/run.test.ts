import { expect, test } from 'vitest';
import { onStage } from '../scenarios/stage.ts';
import { Tmux, withoutTmux } from './tmux.ts';

const unable = withoutTmux();
const inTmux = test.skipIf(unable);
const name = (text: string) => (unable ? `${text} (skipped: ${unable})` : text);

async function withTmux(play: (tmux: Tmux) => Promise<void>): Promise<void> {
  const tmux = new Tmux();
  try {
    await play(tmux);
  } finally {
    tmux.end();
  }
}

inTmux(
  name(
    'a late viewer sees what came before and what comes; leaving ends nothing; a second one stays to the end',
  ),
  () =>
    withTmux((tmux) =>
      onStage({}, async (stage) => {
        const gate = stage.gate('talk');
        stage.board.write('S-1', {
          title: 'Mend the roof',
          rehearsal: [
            { say: 'first words' },
            { run: 'echo measured' },
            { spend: { input: 10, output: 5, usd: 0.5 } },
            gate.step,
            { say: 'second words' },
            { write: { path: 'a.txt', text: 'x' } },
            { commit: 'Add a' },
          ],
        });
        await stage.play();
        await stage.says('S-1', 'first words');
        const one = tmux.symphony(stage.path, ['attach', 's-1']);
        const two = tmux.symphony(stage.path, ['attach', 'S-1'], { cols: 60, rows: 20 });
        for (const each of [one, two]) {
          await each.sees('● first words');
          await each.sees('q, Ctrl-C or Ctrl-] leaves');
        }
        expect(one.text()).toContain('S-1 Mend the roof');
        expect(one.text()).toContain('▸ run echo measured');
        expect(one.text()).toMatch(/✓ run \(\d\.\ds\) exited with 0 measured/);
        one.press('C-]');
        await one.sees('S-1 goes on without you');
        await one.sees('exit code 0\nterminal restored');
        two.resize(50, 12);
        gate.open();
        await two.sees('exit code 0\nterminal restored');
        expect(two.all()).toContain('● second words');
        expect(two.all().replace(/\s+/g, ' ')).toContain('turn 1 completed, so far $0.50 for 15 tokens');
        expect(two.all()).toMatch(/S-1 merged/);
        await stage.reached('S-1', 'open');
        await stage.until('the chamber goes', () => stage.events.of('chamber-removed', 'S-1').length > 0);
        tmux.end();
      }),
    ),
);

inTmux(name('a retry is shown too; the terminal is given back after q, Ctrl-C and kill -TERM'), () =>
  withTmux((tmux) =>
    onStage({ config: { retry: { max_retries: 1, max_retry_backoff: '200ms' } } }, async (stage) => {
      const gate = stage.gate('fail');
      stage.board.write('S-1', {
        rehearsal: {
          on_attempt: {
            1: [{ say: 'first try' }, gate.step, { fail: 'the ladder broke' }],
            else: [{ say: 'second try' }, { sleep: '60s' }],
          },
        },
      });
      stage.kept = ['S-1'];
      await stage.play();
      await stage.says('S-1', 'first try');
      const screens = [0, 1, 2].map(() => tmux.symphony(stage.path, ['attach', 'S-1']));
      for (const each of screens) await each.sees('first try');
      gate.open();
      for (const each of screens) await each.sees('second try');
      const [one, two, three] = screens as [(typeof screens)[0], (typeof screens)[0], (typeof screens)[0]];
      expect(one?.text()).toMatch(/retry 1 is due/);
      one?.press('q');
      two?.press('C-c');
      process.kill(three?.pid() ?? 0, 'SIGTERM');
      for (const each of screens) await each.sees('exit code 0\nterminal restored');
      expect((await stage.symphony('kill', 'S-1')).code).toBe(0);
      tmux.end();
    }),
  ),
);

test('into a pipe it is plain lines, and it ends with the item', () =>
  onStage({}, async (stage) => {
    const gate = stage.gate('pipe');
    stage.board.write('S-1', {
      rehearsal: [{ say: 'one' }, gate.step, { say: 'two' }, { fail: 'three' }],
    });
    stage.kept = ['S-1'];
    stage.configure({ retry: { max_retries: 0 } });
    await stage.play();
    await stage.says('S-1', 'one');
    const watching = stage.begin('attach', 'S-1');
    await stage.until('it is shown', () => watching.said().includes('● one'));
    gate.open();
    const { code, out, err } = await watching.ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).not.toContain('\u001b');
    expect(out).toContain('● two');
    expect(out).toMatch(/S-1 (failed for good|needs you)/);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/S-1 the run ended/);
    const again = await stage.symphony('attach', 'S-1');
    expect(again.code).toBe(0);
    expect(again.out).toContain('● two');
    expect(again.out).toContain('`symphony retry S-1` plays it again');
    for (const option of ['--write', '--takeover', '--json'])
      expect((await stage.symphony('attach', 'S-1', option)).code).toBe(2);
    expect((await stage.symphony('attach', '--write')).code).toBe(2);
    expect(await stage.symphony('attach', 'S-9')).toMatchObject({
      code: 1,
      err: expect.stringContaining('S-9'),
    });
  }));
