import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { onStage } from './stage.ts';

const add = (name: string, text = 'x') => [{ write: { path: name, text } }, { commit: `Add ${name}` }];

test.concurrent('C25 C20 pause waits for the end of the turn, resume goes on in the same session', () =>
  onStage({}, async (stage) => {
    const { board, events } = stage;
    const gate = stage.gate('first turn');
    board.write('S-1', {
      rehearsal: [
        { say: 'first turn' },
        gate.step,
        { turn: 'end' },
        { say: 'second turn' },
        ...add('one.txt'),
      ],
    });
    const playing = await stage.play('--exit-when-idle');
    await stage.says('S-1', 'first turn');
    expect(await stage.symphony('pause', 'S-1')).toMatchObject({ code: 0 });
    expect((await stage.item('S-1')).run).toMatchObject({ phase: 'turn', pauseWanted: true });
    // Idle would end the run; here a paused item is all there is.
    gate.open();
    expect((await playing.ended).code).toBe(0);
    expect(events.path('S-1').at(-1)).toBe('paused');
    expect(events.words('S-1')).not.toContain('second turn');

    await stage.play();
    await sleep(600);
    expect(events.path('S-1').at(-1)).toBe('paused');
    expect(await stage.symphony('resume', 'S-1')).toMatchObject({ code: 0 });
    await stage.reached('S-1', 'open');
    await stage.until('the chamber goes', () => events.of('chamber-removed', 'S-1').length > 0);
    expect(events.words('S-1').filter((each) => each === 'first turn')).toHaveLength(1);
    expect(events.words('S-1')).toContain('second turn');
    expect(events.of('run-started', 'S-1')).toHaveLength(1);
    expect(events.of('operator-commanded').map(({ command }) => command)).toEqual(['pause', 'resume']);
  }));

test.concurrent('C25 C20 pause --now freezes the agent and what it started, resume lets both go on', () =>
  onStage({}, async (stage) => {
    const { board, events } = stage;
    const gate = stage.gate('count');
    const count = join(stage.path, '..', 'count');
    const counting = gate.step.run.replace('sleep 0.05', `echo x >> '${count}'; sleep 0.05`);
    board.write('S-1', { rehearsal: [{ run: counting }, ...add('one.txt')] });
    await stage.play();
    const size = () => statSync(count, { throwIfNoEntry: false })?.size ?? 0;
    await stage.until('it counts', () => size() > 0);
    expect(await stage.symphony('pause', 'S-1', '--now')).toMatchObject({ code: 0 });
    await stage.reached('S-1', 'paused');
    const frozen = size();
    await sleep(1_000);
    expect(size()).toBe(frozen);
    gate.open();
    await sleep(500);
    expect(events.path('S-1').at(-1)).toBe('paused');
    expect(await stage.symphony('resume', 'S-1')).toMatchObject({ code: 0 });
    await stage.reached('S-1', 'open');
    await stage.until('the chamber goes', () => events.of('chamber-removed', 'S-1').length > 0);
    expect(events.of('train-landed')).toHaveLength(1);
    expect(events.begun('S-1').filter((each) => each.startsWith('run '))).toHaveLength(1);
  }));

test.concurrent('C25 C20 questions: a default is given after its time, `symphony answer` gives a chosen one', () =>
  onStage({}, async (stage) => {
    const { board, events, repository } = stage;
    const ask = { text: 'Which colour?', choices: ['red', 'green', 'blue'] };
    board.write('S-1', {
      rehearsal: [{ ask: { ...ask, default: 'blue', after: '400ms' } }, ...add('one.txt', '{{answer}}')],
    });
    board.write('S-2', { rehearsal: [{ ask }, ...add('two.txt', '{{answer}}')] });
    const playing = await stage.play('--exit-when-idle');
    await stage.until('S-2 asks', () => events.of('question-asked', 'S-2').length > 0);
    await stage.until('S-1 is answered', () => events.of('question-answered', 'S-1').length > 0);
    const { out } = await stage.symphony('inbox', '--json');
    expect(JSON.parse(out).questions).toMatchObject([{ item: 'S-2', question: { text: 'Which colour?' } }]);
    const refused = await stage.symphony('answer', 'S-2', 'yellow');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('red, green, blue') });
    expect(await stage.symphony('answer', 'S-2', 'green')).toMatchObject({ code: 0 });
    expect((await playing.ended).code).toBe(0);
    expect(await repository.read('one.txt', 'main')).toBe('blue');
    expect(await repository.read('two.txt', 'main')).toBe('green');
    const answers = events
      .of('question-answered')
      .map(({ item, answer, by }) => [item, answer, by === 'default']);
    expect(answers).toEqual([
      ['S-1', 'blue', true],
      ['S-2', 'green', false],
    ]);
  }));

test.concurrent('C25 C20 kill stops the agent and keeps its work; only `retry` plays it again, in the same chamber', () =>
  onStage({}, async (stage) => {
    const { board, events } = stage;
    const long = [{ write: { path: 'half.txt', text: 'half' } }, { say: 'at work' }, { sleep: '60s' }];
    board.write('S-1', {
      rehearsal: { on_attempt: { 1: long, else: [{ run: 'test -e half.txt' }, { commit: 'Add half' }] } },
    });
    await stage.play();
    await stage.says('S-1', 'at work');
    const chamber = stage.chamber('S-1');
    expect(await stage.symphony('kill', 'S-1', '--yes')).toMatchObject({ code: 0 });
    await stage.until('the run ends', () => events.of('run-ended', 'S-1').length > 0);
    await sleep(700);
    expect(await stage.item('S-1')).toMatchObject({ state: 'open', outcome: 'cancelled', run: null });
    expect(statSync(join(chamber, 'half.txt')).size).toBe(4);
    expect(events.of('run-started', 'S-1')).toHaveLength(1);
    expect(await stage.symphony('retry', 'S-1')).toMatchObject({ code: 0 });
    await stage.reached('S-1', 'open', 2);
    await stage.until('the chamber goes', () => events.of('chamber-removed', 'S-1').length > 0);
    expect(stage.chamber('S-1')).toBe(chamber);
    expect(await stage.repository.read('half.txt', 'main')).toBe('half');
  }));
