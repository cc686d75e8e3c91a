import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RehearsalHall } from './hall.ts';

let hall: RehearsalHall;

beforeEach(() => {
  hall = new RehearsalHall();
});

afterEach(() => hall.close());

const ONCE = 'REHEARSE:\n- append: { path: a.txt, text: x }\n- exit: 9\n- say: after\n';

describe('an item whose script is `prompts`', () => {
  test('plays what each prompt brings, in YAML or JSON; a prompt without steps plays nothing', async () => {
    const heard = await hall.play('prompts', { prompt: 'REHEARSE:\n- say: one\n' });
    for (const [at, prompt] of [
      'Go on.',
      '\nREHEARSE: \r\n[{"say":"two"}]',
      'REHEARSE:\n- say: two',
    ].entries()) {
      await heard.until('turn-ended', at + 1);
      await heard.session.prompt(prompt);
    }
    await heard.until('turn-ended', 4);
    expect(heard.of('turn-ended').map(({ message }) => message)).toEqual(['one', '', 'two', 'two']);
    await heard.session.stop(1_000);
  });

  test.each([
    ['what is not YAML', 'REHEARSE:\n- say: "one\n', /^The script in the prompt is not YAML: /],
    ['what is no list', 'REHEARSE:\nsay: one', /its script \(the prompt\) needs a list of steps\.$/],
    ['nothing', 'REHEARSE:\n', /needs a list of steps\.$/],
    ['an unknown step', 'REHEARSE:\n- sya: one', /step 1 of the prompt is "sya".*"say"\?$/],
    ['an occasion', 'REHEARSE:\n- on_conflict: []', /cannot hold another occasion\.$/],
  ])('%s fails the turn in words, and the next prompt is played', async (_, prompt, words) => {
    const heard = await hall.play('prompts', { prompt });
    await heard.until('turn-ended');
    expect(heard.end()).toMatchObject({ status: 'failed', message: expect.stringMatching(words) });
    await heard.session.prompt('REHEARSE:\n- say: fine');
    await heard.until('turn-ended', 2);
    expect(heard.end()).toEqual({ status: 'completed', message: 'fine' });
    await heard.session.stop(1_000);
  });

  test.each([
    ['the same prompt', ONCE],
    ['a prompt without steps', 'You were interrupted.'],
  ])('C8 goes on where it was cut off with %s', async (_, prompt) => {
    const first = await hall.play('prompts', { prompt: ONCE });
    await first.until('exited');
    const second = await hall.playTurn('prompts', { resume: first.sessionId(), prompt });
    expect(second.messages()).toEqual([expect.stringMatching(/^I go on .* at step 3\.$/), 'after']);
    expect(hall.read('a.txt')).toBe('x');
  });

  test('drops the rest of what it was cut off in when a prompt brings other steps', async () => {
    const first = await hall.play('prompts', { prompt: ONCE });
    await first.until('exited');
    const other = { resume: first.sessionId(), prompt: 'REHEARSE:\n- say: other' };
    const second = await hall.playTurn('prompts', other);
    expect(second.messages().slice(1)).toEqual(['other']);
  });
});

test.each([
  ['a script of its own', [{ say: 'mine' }], 'mine'] as const,
  ['no script', undefined, 'Done'] as const,
])(
  'a prompt brings nothing to an item with %s: it may quote what strangers wrote',
  async (_, script, words) => {
    const heard = await hall.playTurn(script && [...script], {
      prompt: 'REHEARSE:\n- run: touch stranger.txt',
    });
    expect(heard.end()).toEqual({ status: 'completed', message: expect.stringContaining(words) });
    expect(() => hall.read('stranger.txt')).toThrow();
  },
);
