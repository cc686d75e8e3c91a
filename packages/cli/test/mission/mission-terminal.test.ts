import { expect, test } from 'vitest';
import { Tmux, withoutTmux } from '../attach/tmux.ts';
import { makeRepository, symphony } from '../command/symphony.ts';
import { putMission } from './mission-file.ts';

const unable = withoutTmux();
const name = (text: string) => (unable ? `${text} (skipped: ${unable})` : text);

test.skipIf(unable)(
  name('M12 a person sees the plan first, says no, says yes, decides from elsewhere, and sees its end'),
  async () => {
    const repository = makeRepository();
    const tmux = new Tmux();
    try {
      putMission(repository.path, 'dates');
      const start = ['mission', 'start', 'dates.yaml', '--rehearse'];
      const first = tmux.symphony(repository.path, start);
      await first.sees('Shall it be played as planned?');
      expect(first.all()).toMatch(/parse +Read dates +src\/parse\/\*\*/);
      first.press('Enter'); // no is what is said without thinking
      await first.sees('exit code 0');
      expect(first.all()).toContain('Nothing was started.');
      const second = tmux.symphony(repository.path, start);
      await second.sees('Shall it be played as planned?');
      second.press('Up', 'Enter');
      await second.sees(/Mission dates ◐ · implementation, cycle 1: deciding/);
      await second.sees(/\? dates asks: D1 /);
      const answered = symphony(['answer', 'dates', 'adopt'], { cwd: repository.path });
      expect(answered).toMatchObject({ code: 0, out: 'D1 is decided: adopt.\n' });
      await second.sees('exit code 0');
      await second.sees('terminal restored');
      expect(second.all()).toContain('Ended: dates is done: merged into main');
    } finally {
      tmux.end();
      repository.remove();
    }
  },
);
