import { expect, test } from 'vitest';
import { onStage } from './stage.ts';

for (const signal of ['SIGTERM', 'SIGKILL'] as const)
  test.concurrent(`C25 C8 C10 restart-resume: ${signal} in the middle of a turn, the same session goes on, no step twice`, () =>
    onStage({}, async (stage) => {
      const { board, events, repository } = stage;
      const gate = stage.gate('middle');
      board.write('S-1', {
        rehearsal: [
          { append: { path: 'notes.txt', text: 'first\n' } },
          { commit: 'The first half' },
          { spend: { input: 100, output: 10, usd: 0.01 } },
          { say: 'half-way' },
          gate.step,
          { append: { path: 'notes.txt', text: 'second\n' } },
          { commit: 'The second half' },
        ],
      });
      const first = await stage.play();
      await stage.says('S-1', 'half-way');
      await stage.until('the gate is reached', () => events.begun('S-1').length === 3);
      first.kill(signal);
      const { code } = await first.ended;
      expect(code).toBe(signal === 'SIGTERM' ? 0 : null);
      expect(events.of('conductor-stopped')).toHaveLength(signal === 'SIGTERM' ? 1 : 0);
      expect(await stage.item('S-1')).toMatchObject({ state: 'running', retries: 0 });

      gate.open();
      expect(await stage.playToTheEnd()).toMatchObject({ code: 0 });
      const sessions = events
        .of('agent-reported', 'S-1')
        .flatMap(({ event }) => (event.type === 'started' ? [event.sessionId] : []));
      expect(sessions).toHaveLength(2);
      expect(new Set(sessions).size).toBe(1);
      expect(events.of('run-started', 'S-1')).toHaveLength(1);
      expect(events.of('retry-scheduled')).toEqual([]);
      expect(events.of('turn-started', 'S-1').map(({ kind }) => kind)).toEqual(['first', 'after-restart']);
      const done = events.begun('S-1').filter((each) => !each.startsWith('run '));
      expect(done).toEqual([
        'append notes.txt',
        'commit The first half',
        'append notes.txt',
        'commit The second half',
      ]);
      expect(await repository.read('notes.txt', 'main')).toBe('first\nsecond');
      expect(await stage.item('S-1')).toMatchObject({
        outcome: 'merged',
        attempt: 1,
        retries: 0,
        spend: { usd: 0.01, inputTokens: 100, outputTokens: 10 },
      });
    }));

test.concurrent('C25 C8 C20 restart-resume: a frozen agent dies with its conductor, `resume` goes on in its session', () =>
  onStage({}, async (stage) => {
    const { board, events } = stage;
    const gate = stage.gate('middle');
    board.write('S-1', {
      rehearsal: [
        { write: { path: 'one.txt', text: 'x' } },
        { commit: 'The first half' },
        gate.step,
        { write: { path: 'two.txt', text: 'x' } },
        { commit: 'The second half' },
      ],
    });
    const first = await stage.play();
    await stage.until('the gate is reached', () => events.begun('S-1').length === 3);
    expect(await stage.symphony('pause', 'S-1', '--now')).toMatchObject({ code: 0 });
    first.kill('SIGKILL');
    await first.ended;
    gate.open();
    await stage.play();
    expect(await stage.item('S-1')).toMatchObject({ state: 'paused', retries: 0 });
    expect(await stage.symphony('resume', 'S-1')).toMatchObject({ code: 0 });
    await stage.reached('S-1', 'open');
    await stage.until('the chamber goes', () => events.of('chamber-removed', 'S-1').length > 0);
    expect(events.begun('S-1').filter((each) => each === 'commit The first half')).toHaveLength(1);
    expect(events.of('run-started', 'S-1')).toHaveLength(1);
    expect(events.of('retry-scheduled')).toEqual([]);
  }));

test.concurrent('C25 C8 C20 restart-resume: an open question is asked again after kill -9 and can be answered', () =>
  onStage({}, async (stage) => {
    const { board, events, repository } = stage;
    board.write('S-1', {
      rehearsal: [
        { ask: { text: 'Which name?' } },
        { write: { path: 'name.txt', text: '{{answer}}' } },
        { commit: 'Name it' },
      ],
    });
    const first = await stage.play();
    await stage.until('it asks', () => events.of('question-asked', 'S-1').length === 1);
    first.kill('SIGKILL');
    await first.ended;
    const second = await stage.play('--exit-when-idle');
    await stage.until('it asks again', () => events.of('question-asked', 'S-1').length === 2);
    expect((await stage.status()).inbox).toHaveLength(1);
    expect(await stage.symphony('answer', 'S-1', 'Opus')).toMatchObject({ code: 0 });
    expect((await second.ended).code).toBe(0);
    expect(await repository.read('name.txt', 'main')).toBe('Opus');
  }));

for (const signal of ['SIGTERM', 'SIGKILL'] as const)
  test.concurrent(`C25 C5 C8 restart-resume: ${signal} while the checks run counts against nobody, they run again`, () =>
    onStage({}, async (stage) => {
      const { board, events } = stage;
      const gate = stage.gate('checks');
      stage.configure({ verify: [gate.step.run] });
      board.write('S-1', { rehearsal: [{ write: { path: 'one.txt', text: 'x' } }, { commit: 'Add one' }] });
      const first = await stage.play();
      await stage.until('the checks run', () => events.of('proving-started', 'S-1').length > 0);
      first.kill(signal);
      await first.ended;
      gate.open();
      expect(await stage.playToTheEnd()).toMatchObject({ code: 0 });
      expect(events.of('retry-scheduled')).toEqual([]);
      expect(events.of('run-started', 'S-1')).toHaveLength(1);
      expect(events.of('evidence-recorded', 'S-1').map(({ evidence }) => evidence.passed)).toEqual([true]);
      expect((await stage.item('S-1')).outcome).toBe('merged');
    }));
