import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { Tmux, withoutTmux } from '../attach/tmux.ts';
import { BIN, makeRepository, symphony } from '../command/symphony.ts';
import { onStage } from '../scenarios/stage.ts';

const unable = withoutTmux();
const inTmux = test.skipIf(unable);
const name = (text: string) => (unable ? `${text} (skipped: ${unable})` : text);
const SIZE = { cols: 80, rows: 24 };

async function withTmux(play: (tmux: Tmux) => Promise<void>): Promise<void> {
  const tmux = new Tmux();
  try {
    await play(tmux);
  } finally {
    tmux.end();
  }
}

inTmux(name('C24 a person sees the board, opens an item, answers in the inbox, resizes and leaves'), () =>
  withTmux((tmux) =>
    onStage({}, async (stage) => {
      const gate = stage.gate('slow');
      stage.board.write('S-1', {
        title: 'Mend the roof',
        rehearsal: [
          { say: 'looking for the hole' },
          gate.step,
          { ask: { text: 'Which tiles shall it be?', choices: ['clay', 'slate'] } },
          { say: 'thank you' },
          { write: { path: 'roof.txt', text: 'x' } },
          { commit: 'Mend the roof' },
        ],
      });
      await stage.play();
      await stage.says('S-1', 'looking for the hole');
      const screen = tmux.symphony(stage.path, ['tui'], SIZE);
      await screen.sees(/> S-1 +turn 1 +Mend the roof/);
      expect(screen.text()).toContain('1 working');
      screen.press('Enter');
      await screen.sees(/\[2 item\]/);
      await screen.sees(/says: looking for the hole/);
      expect(screen.text()).toMatch(/branch \S+ · chamber/);
      gate.open();
      await screen.sees('It asks you something');
      screen.press('4');
      await screen.sees('Which tiles shall it be?');
      await screen.sees('2) slate');
      screen.press('2');
      await screen.sees('Answer S-1: slate_');
      screen.press('Enter');
      await stage.until(
        'the answer is recorded',
        () => stage.events.of('question-answered', 'S-1').length > 0,
      );
      expect(stage.events.of('question-answered', 'S-1')).toMatchObject([{ answer: 'slate' }]);
      await screen.sees('nothing waits for you');
      screen.resize(60, 15);
      screen.press('1');
      await screen.sees(/S-1 +merged/);
      expect(
        screen
          .text()
          .split('\n')
          .every((line) => line.length <= 60),
      ).toBe(true);
      screen.press('3');
      await screen.sees(/S-1 +merged/);
      screen.press('q');
      await screen.sees('exit code 0\nterminal restored');
      expect(screen.all()).toContain('The conductor goes on without you; `symphony tui` comes back.');
      // It does: the conductor still answers.
      expect((await stage.status()).items).toHaveLength(1);
      tmux.end();
    }),
  ),
);

inTmux(name('t gives the terminal to the agent and Ctrl-] brings the dashboard back; K stops the item'), () =>
  withTmux((tmux) =>
    onStage({}, async (stage) => {
      stage.board.write('S-1', { title: 'Wait', rehearsal: [{ say: 'here I am' }, { sleep: '60s' }] });
      stage.kept = ['S-1'];
      await stage.play();
      await stage.says('S-1', 'here I am');
      const screen = tmux.symphony(stage.path, ['tui'], SIZE);
      await screen.sees(/> S-1/);
      screen.press('t');
      await screen.sees('● here I am');
      await screen.sees('what you type is for the agent');
      screen.press('C-]');
      await screen.sees(/> S-1/);
      screen.press('t');
      // What was written the first time is still above it.
      await screen.sees(/what you type is for the agent[\s\S]*what you type is for the agent/);
      screen.press('C-]');
      await screen.sees(/> S-1/);
      screen.press('K');
      await screen.sees('Stop S-1?');
      screen.press('y');
      await stage.until('it is stopped', () => stage.events.of('run-ended', 'S-1').length > 0);
      await screen.sees(/S-1/);
      process.kill(screen.pid(), 'SIGTERM');
      await screen.sees('exit code 0\nterminal restored');
      tmux.end();
    }),
  ),
);

inTmux(
  name('it says that the conductor stopped, keeps what was there, and comes back with the next one'),
  () =>
    withTmux((tmux) =>
      onStage({}, async (stage) => {
        stage.board.write('S-1', {
          title: 'Done soon',
          rehearsal: [{ write: { path: 'a', text: 'x' } }, { commit: 'A' }],
        });
        await stage.play();
        await stage.reached('S-1', 'open');
        const screen = tmux.symphony(stage.path, ['tui'], SIZE);
        await screen.sees(/S-1 +merged/);
        await stage.symphony('stop');
        await screen.sees(/The conductor stopped/);
        expect(screen.text()).toMatch(/S-1 +merged/);
        screen.press('d');
        await screen.sees('nothing was sent');
        await stage.play();
        await expect
          .poll(() => screen.text(), { timeout: 20_000 })
          .not.toMatch(/The conductor (stopped|has not)/);
        screen.press('d');
        await stage.until('it drains', () => stage.events.of('drain-changed').length > 0);
        await screen.sees('draining');
        screen.press('q');
        await screen.sees('exit code 0\nterminal restored');
        tmux.end();
      }),
    ),
);

describe('where it cannot be shown', () => {
  test('without a terminal: one sentence and 2', () => {
    const { code, out, err } = symphony(['tui']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toBe(
      'symphony: The dashboard needs a terminal.\n  Use `symphony status` or `symphony attach` here.\n',
    );
  });

  inTmux(name('on a dumb terminal: one sentence and 2; without a conductor: 1 and how to start one'), () =>
    withTmux(async (tmux) => {
      const { path, remove } = makeRepository();
      try {
        const screen = tmux.symphony(path, ['tui'], SIZE);
        await screen.sees('No conductor runs here, so there is nothing to show.');
        await screen.sees('symphony up');
        await screen.sees('exit code 1');
        const typescript = spawnSync(
          'script',
          ['-qec', `env TERM=dumb node '${BIN}' tui; echo "code $?"`, '/dev/null'],
          {
            cwd: path,
            encoding: 'utf8',
            timeout: 20_000,
          },
        );
        expect(typescript.stdout).toMatch(/TERM is dumb[\s\S]*code 2/);
      } finally {
        remove();
      }
    }),
  );
});
