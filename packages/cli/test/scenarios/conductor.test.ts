import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { onStage } from './stage.ts';

const add = (name: string) => [{ write: { path: name, text: 'x' } }, { commit: `Add ${name}` }];

test.concurrent('C25 C10 two runs at once: one plays, the other looks on and names its pid', () =>
  onStage({}, async (stage) => {
    const { board, events } = stage;
    const gate = stage.gate('work');
    board.write('S-1', { rehearsal: [gate.step, ...add('one.txt')] });
    const args = ['run', '--exit-when-idle'];
    const two = [stage.begin(...args), stage.begin(...args)];
    const looking = await stage.until(
      'one looks on',
      () => two.find((each) => each.said().includes('Symphony runs here already')) ?? false,
    );
    const winner = two.find((each) => each !== looking);
    expect(looking.said()).toContain(`pid ${winner?.pid}`);
    gate.open();
    expect((await winner?.ended)?.code).toBe(0);
    await looking.ended;
    expect(events.of('conductor-started').map(({ pid }) => pid)).toEqual([winner?.pid]);
    expect(events.of('run-started', 'S-1')).toHaveLength(1);
  }));

test.concurrent('C25 C20 drain: what runs finishes, nothing starts until `drain --off`', () =>
  onStage({ config: { slots: { total: 1 } } }, async (stage) => {
    const { board, events } = stage;
    const gate = stage.gate('work');
    board.write('S-1', { priority: 1, rehearsal: [gate.step, ...add('one.txt')] });
    board.write('S-2', { priority: 2, rehearsal: add('two.txt') });
    await stage.play();
    await stage.reached('S-1', 'running');
    expect(await stage.symphony('drain')).toMatchObject({ code: 0 });
    gate.open();
    await stage.reached('S-1', 'open');
    await sleep(700);
    expect(events.of('run-started', 'S-2')).toEqual([]);
    expect((await stage.explain('S-2')).next).toContain('draining');
    expect((await stage.status()).draining).toBe(true);
    expect(await stage.symphony('drain', '--off')).toMatchObject({ code: 0 });
    await stage.reached('S-2', 'open');
    await stage.until('the chamber goes', () => events.of('chamber-removed', 'S-2').length > 0);
  }));
