import { expect, test } from 'vitest';
import { onStage } from '../scenarios/stage.ts';
import { Tmux, withoutTmux } from './tmux.ts';

const unable = withoutTmux();
const inTmux = test.skipIf(unable);
const name = (text: string) => (unable ? `${text} (skipped: ${unable})` : text);

inTmux(
  name('C20 a person takes over when the turn ends, works in the chamber, leaves, and the run goes on'),
  async () => {
    const tmux = new Tmux();
    try {
      await onStage({}, async (stage) => {
        const gate = stage.gate('turn');
        stage.board.write('S-1', {
          rehearsal: [
            { say: 'looking around' },
            gate.step,
            { turn: 'end' },
            { say: 'back at work' },
            { write: { path: 'agent.txt', text: 'by the agent' } },
            { commit: 'Add what is left' },
          ],
        });
        await stage.play();
        await stage.says('S-1', 'looking around');
        const screen = tmux.symphony(stage.path, ['attach', 'S-1', '--takeover']);
        await screen.sees('looking around');
        await stage.until(
          'the takeover is wanted',
          () => stage.events.of('takeover-wanted', 'S-1').length > 0,
        );
        // Nobody is interrupted: the turn is still the agent's.
        expect(stage.events.of('takeover-began', 'S-1')).toEqual([]);
        gate.open();
        await stage.until('the program is on', () => stage.events.of('takeover-began', 'S-1').length > 0);
        await screen.sees(/[#$] *$/m);
        screen.type('echo in $(basename $PWD) && echo mine > person.txt');
        screen.press('Enter');
        await screen.sees(/in S-1/);
        screen.type('exit');
        screen.press('Enter');
        await screen.sees('back at work');
        await stage.reached('S-1', 'open');
        await stage.until('the chamber goes', () => stage.events.of('chamber-removed', 'S-1').length > 0);
        expect(await stage.repository.git('show', 'main:person.txt')).toBe('mine');
        expect(stage.events.of('takeover-ended', 'S-1')).toMatchObject([
          { message: 'the program ended with 0' },
        ]);
        tmux.end();
      });
    } finally {
      tmux.end();
    }
  },
);
