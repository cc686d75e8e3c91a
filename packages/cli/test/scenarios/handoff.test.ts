import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { onStage } from './stage.ts';

/** Four polls and more. */
const SEVERAL_TICKS_MS = 1_300;

const good = (name: string) => [{ write: { path: name, text: 'x' } }, { commit: `Add ${name}` }];
const TWICE = { on_attempt: { 1: good('one.txt'), else: good('two.txt') } };

test.concurrent('C25 C19 handoff protection: handed off is left alone until `approve`, moved back by hand is played again', () =>
  onStage({ config: { handoff: { mode: 'review' } } }, async (stage) => {
    const { board, events, repository } = stage;
    board.write('S-1', { rehearsal: TWICE });
    await stage.play();
    await stage.reached('S-1', 'handed_off');
    await stage.until('the board shows it', () => board.state('S-1') === 'Review');
    board.retitle('S-1', 'Another title');
    await stage.until('the new title is seen', () =>
      events.of('item-seen', 'S-1').some(({ tracked }) => tracked.title === 'Another title'),
    );
    await sleep(SEVERAL_TICKS_MS);
    expect(events.of('run-started', 'S-1')).toHaveLength(1);
    expect(await repository.git('log', '--format=%s', 'main')).toBe('First commit');
    expect((await stage.status()).train.awaitingApproval).toEqual(['S-1']);

    expect(await stage.symphony('approve', 'S-1')).toMatchObject({ code: 0 });
    await stage.until('the board shows it done', () => board.state('S-1') === 'Done');
    await sleep(SEVERAL_TICKS_MS);
    expect(events.of('run-started', 'S-1')).toHaveLength(1);

    // C3: it left the active columns and came back.
    board.move('S-1', 'Todo');
    await stage.reached('S-1', 'handed_off', 2);
    expect(events.of('run-started', 'S-1').map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(await stage.symphony('approve', 'S-1')).toMatchObject({ code: 0 });
    await stage.reached('S-1', 'open', 2);
    await stage.until('the chamber goes', () => events.of('chamber-removed', 'S-1').length === 2);
    const subjects = await repository.git('log', '--no-merges', '--format=%s', 'main');
    expect(subjects.split('\n').sort()).toEqual(['Add one.txt', 'Add two.txt', 'First commit']);
  }));

test.concurrent('C25 C3 handoff protection: a merged item whose column never moved is not played again, restarts included', () =>
  onStage(
    { config: { tracker: { started_state: null, review_state: null, merged_state: null } } },
    async (stage) => {
      const { board, events } = stage;
      board.write('S-1', { rehearsal: TWICE });
      expect(await stage.playToTheEnd()).toMatchObject({ code: 0 });
      expect(board.state('S-1')).toBe('Todo');
      await stage.play();
      board.retitle('S-1', 'Another title');
      await stage.until('the new title is seen', () =>
        events.of('item-seen', 'S-1').some(({ tracked }) => tracked.title === 'Another title'),
      );
      await sleep(SEVERAL_TICKS_MS);
      expect(events.of('run-started', 'S-1')).toHaveLength(1);
      expect((await stage.explain('S-1')).checks.at(-1)).toMatchObject({ name: 'outcome', ok: false });

      // An operator may say otherwise.
      expect(await stage.symphony('retry', 'S-1')).toMatchObject({ code: 0 });
      await stage.reached('S-1', 'open', 2);
      expect(events.of('train-landed')).toHaveLength(2);
      await stage.until('the chamber goes', () => events.of('chamber-removed', 'S-1').length === 2);
    },
  ));
