import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findMarked } from '@symphony/adapters/process';
import { findWorkplace } from '@symphony/server';
import { expect, test } from 'vitest';
import { onStage, type Stage } from './stage.ts';

const AT_WORK = [{ say: 'at work' }, { sleep: '60s' }];

async function stopped(stage: Stage, id: string): Promise<void> {
  await stage.until(`the run of ${id} ends`, () => stage.events.of('run-ended', id).length > 0);
  expect(stage.events.path(id).at(-1)).toBe('open');
  const { instance } = await findWorkplace(stage.path);
  const run = stage.events.of('run-started', id).at(-1)?.run;
  expect((await findMarked(instance)).filter(({ marker }) => marker.run === run)).toEqual([]);
}

test.concurrent('C25 C17 M2 reconcile closed: a finished column stops the agent and cleans only what nobody loses', () =>
  onStage({}, async (stage) => {
    const { board, events } = stage;
    const uncommitted = [{ write: { path: 'half.txt', text: 'half' } }, ...AT_WORK];
    const committed = [{ write: { path: 'own.txt', text: 'own' } }, { commit: 'Own work' }, ...AT_WORK];
    board.write('S-1', { rehearsal: AT_WORK });
    board.write('S-2', { rehearsal: uncommitted });
    board.write('S-3', { rehearsal: committed });
    await stage.play();
    for (const id of ['S-1', 'S-2', 'S-3']) await stage.says(id, 'at work');
    board.move('S-1', 'Cancelled');
    board.move('S-2', 'Done');
    board.move('S-3', 'Cancelled');
    for (const id of ['S-1', 'S-2', 'S-3']) await stopped(stage, id);

    await stage.until('the chamber of S-1 goes', () => events.of('chamber-removed', 'S-1').length > 0);
    expect(existsSync(stage.chamber('S-1'))).toBe(false);
    const kept = await stage.until('the others are kept', () => {
      const found = [...events.of('chamber-kept', 'S-2'), ...events.of('chamber-kept', 'S-3')];
      return found.length === 2 && found;
    });
    expect(kept.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/half\.txt|uncommitted/),
      expect.stringMatching(/commit/),
    ]);
    expect(readFileSync(join(stage.chamber('S-2'), 'half.txt'), 'utf8')).toBe('half');
    expect(readFileSync(join(stage.chamber('S-3'), 'own.txt'), 'utf8')).toBe('own');

    const views = (await stage.status()).items;
    expect(views.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['cancelled', 'Cancelled on the tracker'],
      ['cancelled', 'Done on the tracker'],
      ['cancelled', 'Cancelled on the tracker'],
    ]);
    expect(['S-1', 'S-2', 'S-3'].map((id) => board.state(id))).toEqual(['Cancelled', 'Done', 'Cancelled']);
    expect(events.of('retry-scheduled')).toEqual([]);
    stage.kept = ['S-2', 'S-3'];
  }));

test.concurrent('C25 C17 reconcile closed: a column that is not active, or a file that is gone, stops and keeps', () =>
  onStage(
    { config: { tracker: { states: ['Backlog', 'Todo', 'In Progress', 'Review', 'Done', 'Cancelled'] } } },
    async (stage) => {
      const { board, events } = stage;
      board.write('S-1', { rehearsal: AT_WORK });
      board.write('S-2', { rehearsal: AT_WORK });
      await stage.play();
      for (const id of ['S-1', 'S-2']) await stage.says(id, 'at work');
      board.move('S-1', 'Backlog');
      board.remove('S-2');
      for (const id of ['S-1', 'S-2']) await stopped(stage, id);
      expect(events.of('item-moved', 'S-1').at(-1)?.reason).toBe('moved to Backlog on the tracker');
      expect(events.of('item-moved', 'S-2').at(-1)?.reason).toBe('no longer on the tracker');

      // Back in an active column it is eligible again, in the chamber it had (C3).
      const chamber = stage.chamber('S-1');
      board.move('S-1', 'Todo');
      await stage.until('S-1 is played again', () => events.of('chamber-prepared', 'S-1').length === 2);
      expect(stage.chamber('S-1')).toBe(chamber);
      expect(events.of('chamber-removed')).toEqual([]);
      expect(board.state('S-1')).toMatch(/^(Todo|In Progress)$/);
      stage.kept = ['S-1', 'S-2'];
    },
  ));

test.concurrent('C25 C17 reconcile: an item that cannot be read for a while is told of and left running', () =>
  onStage({}, async (stage) => {
    const { board, events } = stage;
    const gate = stage.gate('work');
    const item = { rehearsal: [{ say: 'at work' }, gate.step, ...WRITE] };
    board.write('S-1', item);
    const playing = await stage.play('--exit-when-idle');
    await stage.says('S-1', 'at work');
    board.write('S-1', { ...item, priority: 'very high' });
    await stage.until('the problem is told', () => events.of('tracker-problems-changed').length > 0);
    expect((await stage.status()).problems).toEqual([expect.stringMatching(/^S-1\.md:\d+: .*priority/)]);
    await sleep(700);
    expect(events.path('S-1').at(-1)).toBe('running');
    board.write('S-1', { ...item, state: 'In Progress' });
    await stage.until('the problem is gone', () => events.of('tracker-problems-changed').length === 2);
    gate.open();
    expect((await playing.ended).code).toBe(0);
    expect(events.of('run-started', 'S-1')).toHaveLength(1);
    expect(board.state('S-1')).toBe('Done');
  }));

const WRITE = [{ write: { path: 'one.txt', text: 'x' } }, { commit: 'Add one' }];
