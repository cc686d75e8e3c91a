import { busy, item, missionRun, NOW, run, status, withMissions } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { BINDINGS, bindingsIn } from '../src/model/bindings.ts';
import { type InkKey, keysOf } from '../src/model/key.ts';
import { VIEWS } from '../src/model/model.ts';
import { logLines } from '../src/model/scroll.ts';
import { plain } from '../src/text/paint.ts';
import { screenRows } from '../src/view/screen.ts';
import { choose, entries, openedAll, Player } from './sample-model.ts';

const commands = (player: Player) =>
  player.effects.flatMap((effect) => (effect.kind === 'command' ? [effect.command] : []));
const lastRows = (player: Player) => screenRows(player.model, plain).slice(-2).join('\n');

describe('keys for the chosen item', () => {
  test.each([
    ['p', { name: 'pause', id: 'sym-1', now: false }],
    ['r', { name: 'resume', id: 'sym-1' }],
    ['R', { name: 'retry', id: 'sym-1' }],
    ['a', { name: 'approve', id: 'sym-1' }],
  ])('%s is sent at once, on the board and in the item', (key, command) => {
    const player = choose(new Player().shows(), 'sym-1').press(key, 'enter', key);
    expect(commands(player)).toEqual([command, command]);
  });

  test.each([
    ['y', [{ name: 'kill', id: 'sym-1' }]],
    ['n', []],
    ['K', []],
    ['escape', []],
    ['interrupt', []],
  ])('K asks first: %s', (answer, sent) => {
    const player = choose(new Player().shows(), 'sym-1').press('K');
    expect(player.effects).toEqual([]);
    expect(lastRows(player)).toContain('Stop SYM-1? Its agent ends; its work stays in its chamber. [y/N]');
    player.press(answer);
    expect(commands(player)).toEqual(sent);
    expect(player.model.prompt).toBe(null);
    if (sent.length === 0) expect(lastRows(player)).toContain('Nothing was done.');
  });

  test('Enter is no yes', () => {
    const player = choose(new Player().shows(), 'sym-1').press('K', 'enter');
    expect([player.model.prompt?.kind, player.effects]).toEqual(['confirm', []]);
  });

  test('s takes a line; an empty one is not sent; keys in it are text', () => {
    const player = choose(new Player().shows(), 'sym-1').press(
      's',
      'Kq stay',
      'backspace',
      'clear-line',
      'be kind now',
      'drop-word',
    );
    expect(lastRows(player)).toContain('Say to SYM-1: be kind _');
    player.press('enter');
    expect(commands(player)).toEqual([{ name: 'steer', id: 'sym-1', text: 'be kind' }]);
    player.press('s', '  ', 'enter');
    expect(commands(player)).toHaveLength(1);
  });

  test('backspace takes a whole character, also one of several parts', () => {
    const player = choose(new Player().shows(), 'sym-1').press('s', 'a👩‍👩‍👧‍👦', 'backspace', 'enter');
    expect(commands(player)).toMatchObject([{ text: 'a' }]);
  });

  test('t and T give the terminal to the agent', () => {
    const player = choose(new Player().shows(), 'sym-1').press('t', 'T');
    expect(player.effects).toEqual([
      { kind: 'attach', id: 'sym-1', how: 'watch' },
      { kind: 'attach', id: 'sym-1', how: 'takeover' },
    ]);
  });

  test('without an item they say so', () => {
    const player = new Player().shows(status()).press('p');
    expect(player.effects).toEqual([]);
    expect(lastRows(player)).toContain('Choose an item first.');
  });

  test('only what makes sense is offered', () => {
    const offered = (id: string) => screenRows(choose(new Player().shows(), id).model, plain).at(-1);
    expect(offered('sym-5')).toContain('a approve');
    expect(offered('sym-1')).not.toContain('a approve');
    expect(offered('sym-1')).toContain('p pause');
    expect(offered('sym-3')).toContain('R retry');
    expect(offered('sym-8')).not.toContain('K kill');
    const paused = status({ items: [item('A', { state: 'paused', run: run({ phase: 'paused' }) })] });
    expect(screenRows(new Player().shows(paused).model, plain).at(-1)).toMatch(/r resume/);
  });
});

describe('keys for everything', () => {
  test('n makes an item, d drains and ends draining, o shows the workbench, q and Ctrl-C leave', () => {
    const player = new Player({ columns: 80, rows: 24 }, 'http://127.0.0.1:7777').shows();
    player
      .press('n', 'Mend the roof', 'enter', 'd')
      .shows({ ...busy, draining: true })
      .press('d', 'o');
    expect(commands(player)).toEqual([
      { name: 'add', title: 'Mend the roof' },
      { name: 'drain', on: true },
      { name: 'drain', on: false },
    ]);
    expect(lastRows(player)).toContain('Workbench: http://127.0.0.1:7777');
    player.effects.splice(0);
    expect(player.press('q', 'interrupt').effects).toEqual([{ kind: 'leave' }, { kind: 'leave' }]);
    expect(lastRows(new Player().shows().press('o'))).toContain('symphony up');
  });

  test('Tab, Shift-Tab, 1-5, Enter and Esc lead through the views', () => {
    const player = new Player().shows();
    const views = [
      'tab',
      'tab',
      'tab',
      'tab',
      'tab',
      'back-tab',
      'back-tab',
      'back-tab',
      '1',
      'enter',
      'escape',
      '2',
      '3',
      '4',
      '5',
      'escape',
    ];
    expect(views.map((key) => player.press(key).model.view)).toEqual([
      'item',
      'logs',
      'inbox',
      'missions',
      'overview',
      'missions',
      'inbox',
      'logs',
      'overview',
      'item',
      'overview',
      'item',
      'logs',
      'inbox',
      'missions',
      'overview',
    ]);
  });

  test('? shows keys, and the key that closes it does nothing else', () => {
    const player = new Player().shows().press('?');
    expect(player.model.helping).toBe(true);
    expect([player.press('q').model.helping, player.effects]).toEqual([false, []]);
  });

  test('no key has two meanings in a view', () => {
    for (const view of VIEWS) {
      const keys = bindingsIn(view).map(({ key }) => key);
      expect(keys).toEqual([...new Set(keys)]);
    }
    expect(BINDINGS.filter(({ about, word }) => about === '' || word === '')).toEqual([]);
  });

  test('what is asked of a conductor that is away is not sent, and a written line is kept', () => {
    const player = choose(new Player().shows(), 'sym-1').happen({ kind: 'link', state: 'lost' });
    player.press('p', 's', 'wait', 'enter');
    expect(player.effects).toEqual([]);
    expect(player.model.prompt).toMatchObject({ text: 'wait' });
    player.shows().press('enter');
    expect(commands(player)).toEqual([{ name: 'steer', id: 'sym-1', text: 'wait' }]);
  });

  test('an answer is shown for some seconds', () => {
    const player = new Player().shows().happen({ kind: 'told', text: 'S-1 pauses.', tone: 'good' });
    expect(lastRows(player)).toContain('S-1 pauses.');
    player.happen({ kind: 'tick', now: NOW + 7_000 });
    expect(lastRows(player)).toContain('S-1 pauses.');
    player.happen({ kind: 'tick', now: NOW + 8_000 });
    expect(lastRows(player)).not.toContain('S-1 pauses.');
  });

  test('pasted text presses no keys; it goes into a line that is being written', () => {
    const player = choose(new Player().shows(), 'sym-1').happen({ kind: 'paste', text: 'Kyq' });
    expect([player.effects, player.model.prompt]).toEqual([[], null]);
    player.press('s').happen({ kind: 'paste', text: 'two\nlines\u001b[2J' });
    expect(player.model.prompt).toMatchObject({ text: 'two lines' });
  });
});

describe('the inbox', () => {
  test('a number takes a choice, Enter sends it; Enter alone takes a written answer', () => {
    const player = new Player().shows().press('4', '2');
    expect(commands(player)).toEqual([]);
    expect(lastRows(player)).toContain('Answer SYM-9: epoch_');
    player.press('enter', 'enter', 'both', 'enter', '9');
    const answer = { name: 'answer', id: 'SYM-9', question: 'q-1' };
    expect(commands(player)).toEqual([
      { ...answer, text: 'epoch' },
      { ...answer, text: 'both' },
    ]);
  });

  test('a approves what waits for approval, and what is gone is not acted on', () => {
    const player = new Player().shows().press('4', 'down', 'a');
    expect(commands(player)).toEqual([{ name: 'approve', id: 'sym-5' }]);
    player.shows({ ...busy, train: { ...busy.train, awaitingApproval: [] } }).press('1', 'escape');
    expect(commands(player)).toHaveLength(1);
    expect(player.press('4').shows(status()).press('1').model.view).toBe('overview');
  });

  test('whoever gives leave sees the whole command and what is assumed', () => {
    const permission = {
      id: 'p',
      tool: 'Bash',
      summary: 'list files',
      command: 'ls -la && rm -rf build',
      paths: ['build/a'],
    };
    const question = {
      id: 'p',
      text: 'May it use Bash? list files',
      choices: ['allow', 'deny'],
      defaultAnswer: 'deny',
      defaultAfterMs: 60_000,
      permission,
    };
    const player = new Player().shows({
      ...busy,
      inbox: [{ item: 'SYM-9', run: 'r', askedAt: NOW - 30_000, question }],
    });
    const text = screenRows(player.press('4').model, plain).join('\n');
    for (const words of [
      '$ ls -la && rm -rf build',
      'writes build/a',
      '1) allow',
      'Without an answer in 30s it is "deny".',
    ])
      expect(text).toContain(words);
  });
});

describe('M12 missions', () => {
  const opened = (board = withMissions) => new Player().shows(board).press('5');
  const mission = (id: string, act: object) => ({ name: 'mission', mission: id, act });

  test('what the chosen one asks is answered as in the inbox', () => {
    const player = opened().press('2');
    expect(lastRows(player)).toContain('Answer dates: rework_');
    player.press(': leave it out', 'enter', 'enter', 'adopt', 'enter');
    const answer = { name: 'answer', id: 'dates', question: 'D1' };
    expect(commands(player)).toEqual([
      { ...answer, text: 'rework: leave it out' },
      { ...answer, text: 'adopt' },
    ]);
  });

  test('p pauses, r resumes, a approves, K asks and aborts', () => {
    const player = opened().press('p', 'down', 'r', 'K');
    expect(lastRows(player)).toContain(
      'Abort prices? Its agents end; its branch and its chambers stay. [y/N]',
    );
    player.press('y');
    expect(commands(player)).toEqual([
      mission('dates', { kind: 'pause', reason: '' }),
      mission('prices', { kind: 'resume', usd: 0 }),
      mission('prices', { kind: 'abort', reason: '' }),
    ]);
    const planned = status({ missions: [missionRun({ step: 'planned', phase: null, needsYou: true })] });
    const waiting = opened(planned).press('a');
    expect(commands(waiting)).toEqual([mission('dates', { kind: 'approve' })]);
    expect(screenRows(waiting.model, plain).at(-1)).toContain('a approve');
  });

  test('keys offered fit the mission; without one they say so', () => {
    const offered = (player: Player) => screenRows(player.model, plain).at(-1);
    expect(offered(opened())).toMatch(/1-9 choice.*Enter answer.*p pause/);
    expect(offered(opened().press('down'))).toMatch(/r resume/);
    expect(offered(opened().press('end'))).not.toMatch(/K abort/);
    const none = opened(busy).press('p');
    expect([none.effects, lastRows(none)]).toEqual([[], expect.stringContaining('There is no mission yet.')]);
  });
});

describe('the log', () => {
  const opened = () => openedAll(new Player()).press('3');

  test('w shows more and less, i one item, / what contains words, Esc all again', () => {
    const player = opened();
    const seen = (...keys: string[]) => logLines(player.press(...keys).model).map(({ entry }) => entry.seq);
    expect(seen()).toEqual([1, 2, 3, 8, 9]);
    expect(seen('w')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(seen('w')).toEqual([8, 9]);
    expect(seen('w')).toEqual([2, 8, 9]);
    expect(seen('w', 'i')).toEqual([2, 3]);
    expect(seen('i', '/', 'FORMATS', 'enter')).toEqual([8]);
    expect(seen('escape')).toEqual([1, 2, 3, 8, 9]);
    expect(player.model.view).toBe('logs');
  });

  test('going up stops it, what comes does not move it, the end follows again', () => {
    const player = opened().press('w', 'up', 'up');
    expect(player.model.logs.bottom).toBe(7);
    const more = entries.map((entry) => ({ ...entry, seq: entry.seq + 9 }));
    player.happen({ kind: 'log-heard', batch: { seq: 18, entries: more } });
    expect(screenRows(player.model, plain).join('\n')).toMatch(/stopped at 10:29:07, 11 newer/);
    expect(player.press('end').model.logs.bottom).toBe(null);
    expect(player.press('f').model.logs.bottom).toBe(18);
    expect(player.press('f').model.logs.bottom).toBe(null);
    expect(player.press('g').model.logs.bottom).toBe(1);
  });

  test('a batch heard twice is shown once, and not more than a bounded number of lines is kept', () => {
    const player = opened().happen({ kind: 'log-heard', batch: { seq: 9, entries } });
    expect(player.model.logs.book.lines).toHaveLength(9);
    const many = Array.from({ length: 5_000 }, (_, at) => ({ ...entries[0]!, seq: 10 + at }));
    player.happen({ kind: 'log-heard', batch: { seq: 5_009, entries: many } });
    expect(player.model.logs.book.lines).toHaveLength(2_000);
    expect(player.model.logs.book.lines.at(-1)?.entry.seq).toBe(5_009);
  });
});

describe('what the terminal sends', () => {
  const none = Object.fromEntries(
    'upArrow downArrow pageUp pageDown home end return escape tab shift backspace delete ctrl meta'
      .split(' ')
      .map((name) => [name, false]),
  ) as unknown as InkKey;
  test.each([
    ['jj\r', none, [{ char: 'j' }, { char: 'j' }, { name: 'enter' }]],
    ['\u0000\u001f', none, []],
    ['', { ...none, tab: true, shift: true }, [{ name: 'back-tab' }]],
    ['c', { ...none, ctrl: true }, [{ name: 'interrupt' }]],
    ['x', { ...none, ctrl: true }, []],
    ['q', { ...none, meta: true }, []],
    ['', { ...none, delete: true }, [{ name: 'backspace' }]],
  ])('%j', (input, key, keys) => expect(keysOf(input, key)).toEqual(keys));
});
