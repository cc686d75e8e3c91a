import { findMarked, isAlive } from '@symphony/adapters/process';
import { findWorkplace } from '@symphony/server';
import { expect, test } from 'vitest';
import { onStage } from './stage.ts';

const good = (name: string) => [{ write: { path: name, text: 'x' } }, { commit: `Add ${name}` }];

test.concurrent('C25 C14 stall recovery: silence is needs_human, the whole descent of the agent is gone, retry succeeds', () =>
  onStage({ config: { stall_timeout: '3s' } }, async (stage) => {
    const { board, events } = stage;
    const { instance } = await findWorkplace(stage.path);
    const stubborn = { hang: { ignore_term: true, leave_group: true } };
    board.write('S-1', {
      rehearsal: { on_attempt: { 1: [{ say: 'I hang' }, stubborn], else: good('one.txt') } },
    });
    await stage.play();
    await stage.says('S-1', 'I hang');
    const ours = await stage.until('the agent and its stray', async () => {
      const found = (await findMarked(instance)).filter(({ marker }) => marker.role === 'agent');
      return found.length >= 2 && found;
    });
    await stage.reached('S-1', 'needs_human');
    expect(events.of('item-moved', 'S-1').at(-1)).toMatchObject({
      event: 'stall_detected',
      reason: expect.stringMatching(/^stalled after \d+ s/),
    });
    await stage.until('the end of the run', () => events.of('run-ended', 'S-1').length > 0);
    for (const each of ours) expect(await isAlive(each)).toBe(false);

    expect(events.words('S-1')).toContain('I hang'); // the transcript is kept
    expect((await stage.item('S-1')).retries).toBe(0);
    stage.configure({ stall_timeout: 0 }); // a loaded machine must not stall the good attempt
    await stage.until('the new patience', () => events.of('settings-applied').length === 2);
    expect(await stage.symphony('retry', 'S-1')).toMatchObject({ code: 0 });
    await stage.reached('S-1', 'open');
    expect((await stage.item('S-1')).outcome).toBe('merged');
  }));

test.concurrent('C14 a tool call the agent announced is no silence', () =>
  onStage(
    { config: { players: { rehearsal: { agent: 'rehearsal', stall_timeout: '3s' } } } },
    async (stage) => {
      stage.board.write('S-1', { rehearsal: [{ run: 'sleep 4' }, ...good('one.txt')] });
      expect(await stage.playToTheEnd()).toMatchObject({ code: 0 });
      expect(stage.events.of('run-started')).toHaveLength(1);
    },
  ));
