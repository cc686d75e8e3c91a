import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { findMarked } from '../../src/process/index.ts';
import { MOST_BEHIND, PtyTerminal } from '../../src/pty/index.ts';
import { Looker, onShow } from './on-show.ts';

const LOOKING = { cols: 80, rows: 24, write: false };
const TYPING = { ...LOOKING, write: true };

test('a late viewer gets the screen as it stands, colours, cursor and modes with it', () =>
  onShow(
    `printf 'one\\n\\033[31mred\\033[0m\\033[?25l\\033[?1006h'; printf '\\033[5;9Hhere'; read x`,
    async (terminal) => {
      const early = new Looker(terminal.view(LOOKING));
      await early.sees('here');
      const late = new Looker(terminal.view(LOOKING));
      await late.sees('here');
      expect(late.text()).toBe(early.text());
      expect(late.cursor()).toEqual([12, 4]);
      expect(late.frames).toHaveLength(1);
      const [first] = late.frames;
      expect(first).toMatchObject({ kind: 'screen', cols: 80, rows: 24 });
      const text = first?.kind === 'screen' ? first.text : '';
      expect(text).toContain('\u001b[31mred');
      expect(text).toContain('\u001b[?25l');
      expect(text).toContain('\u001b[?1006h');
    },
  ));

test('a late viewer of a program on the other screen sees that one, and the first again when it is left', () =>
  onShow(
    `printf 'below'; printf '\\033[?1049h\\033[Habove'; read x; printf '\\033[?1049l'; read y`,
    async (terminal) => {
      const late = new Looker(terminal.view(TYPING));
      await late.sees(/^above$/);
      late.view.input('\n');
      await late.sees(/^below/);
    },
  ));

test('two viewers see the same; what the one who may types reaches the program', () =>
  onShow('while read line; do echo "got $line"; done', async (terminal) => {
    const one = new Looker(terminal.view(TYPING));
    const two = new Looker(terminal.view(LOOKING));
    one.view.input('hello\n');
    await one.sees('got hello');
    await two.sees('got hello');
    expect(two.text()).toBe(one.text());
    expect(() => two.view.input('x')).toThrow('This view only looks.');
    two.view.close();
    expect(await two.ended).toEqual({ code: null, signal: 'left' });
    one.view.input('again\n');
    await one.sees('got again');
  }));

test('the program is as large as the smallest who types; who only looks does not count then', () =>
  onShow(`trap 'stty size' WINCH; stty size; while :; do sleep 0.05; done`, async (terminal) => {
    const looker = new Looker(terminal.view({ cols: 60, rows: 20, write: false }));
    await looker.sees('20 60');
    const typist = new Looker(terminal.view({ cols: 100, rows: 30, write: true }));
    await typist.sees('30 100');
    const other = new Looker(terminal.view({ cols: 90, rows: 40, write: true }));
    await other.sees('30 90');
    typist.view.resize({ cols: 70, rows: 25 });
    await typist.sees('25 70');
    await looker.sees('25 70');
    expect(looker.frames.findLast(({ kind }) => kind === 'screen')).toMatchObject({ cols: 70, rows: 25 });
    typist.view.close();
    await other.sees('40 90');
  }));

test.each([
  ['exit 7', { code: 7, signal: null }],
  ['kill -9 $$', { code: null, signal: 'SIGKILL' }],
])('how the program ended is told to everybody, after its last words: %s', (script, end) =>
  onShow(`printf 'last words'; ${script}`, async (terminal) => {
    const looker = new Looker(terminal.view(LOOKING));
    expect(await looker.ended).toEqual(end);
    expect(await terminal.ended).toEqual(end);
    expect(looker.text()).toBe('last words');
    const late = new Looker(terminal.view(LOOKING));
    expect(await late.ended).toEqual(end);
    expect(late.text()).toBe('last words');
  }),
);

/** Nothing of it scrolls away, so nothing that was lost or came twice on the way heals. */
const FLOOD = `
until test "$(stty size)" = '100 200'; do sleep 0.01; done; i=0
while [ $i -lt 3500 ]; do
  i=$((i+1)); printf '\\033[3'; printf '%dm%05d\\033[0' $((1 + i % 6)) $i; printf 'm'
  test $((i % 250)) = 0 && sleep 0.02
done; printf END; read x`;

test('whoever comes in the middle of a flood ends up with the same picture', () =>
  onShow(FLOOD, async (terminal) => {
    const size = { cols: 200, rows: 100 };
    const lookers: Looker[] = [];
    do {
      lookers.push(new Looker(terminal.view({ ...size, write: false }), size));
      await sleep(1);
    } while (!lookers[0]?.text().endsWith('END') && lookers.length < 100);
    for (const each of lookers) await each.sees(/END$/);
    expect(lookers.length).toBeGreaterThan(10);
    expect(new Set(lookers.map((each) => each.text())).size).toBe(1);
    expect(lookers[0]?.text().replaceAll('\n', '')).toHaveLength(3500 * 5 + 3);
  }));

test('one who comes while a sequence is half written is not shown its halves', () =>
  onShow(`stty -echo; printf 'begun \\033[3'; read x; printf '1mred'; read x`, async (terminal) => {
    const early = new Looker(terminal.view(TYPING));
    await early.sees('begun');
    const late = new Looker(terminal.view(LOOKING));
    await late.sees('begun');
    early.view.input('\n');
    await late.sees('red');
    expect(late.text()).toBe('begun red');
    expect(early.text()).toBe('begun red');
  }));

test('all that a program says before it ends at once is seen', () =>
  onShow('seq 1 300000', async (terminal) => {
    const looker = new Looker(terminal.view(LOOKING));
    expect(await looker.ended).toEqual({ code: 0, signal: null });
    expect(looker.text().trimEnd().split('\n').at(-1)).toBe('300000');
  }));

test('what the program left behind ends with it', () =>
  onShow('setsid sleep 300 & echo started; read x', async (terminal, instance) => {
    const looker = new Looker(terminal.view(TYPING));
    await looker.sees('started');
    expect((await findMarked(instance)).length).toBeGreaterThan(1);
    looker.view.input('\n');
    await looker.ended;
    expect(await findMarked(instance)).toEqual([]);
  }));

test('a program that does not want to end is made to', () =>
  onShow(`trap '' HUP TERM INT; echo ready; while :; do sleep 0.1; done`, async (terminal, instance) => {
    const looker = new Looker(terminal.view(LOOKING));
    await looker.sees('ready');
    await terminal.stop(200);
    expect(await looker.ended).toMatchObject({ signal: 'SIGKILL' });
    expect(await findMarked(instance)).toEqual([]);
  }));

test('a program that asks where the cursor is gets one answer, also when nobody looks', () =>
  onShow(
    `stty raw -echo; printf '\\033[3;5H\\033[6n'; answer=$(dd bs=1 count=6 2>/dev/null | od -An -c | tr -d ' '); stty sane; echo "$answer"; sleep 60`,
    async (terminal) => {
      await sleep(300);
      const looker = new Looker(terminal.view(LOOKING));
      await looker.sees(/033\[3;5R/);
    },
  ));

test('one that reads nothing is shown the present, not all that went by, and slows nobody', () =>
  onShow(
    `i=0; while [ $i -lt 20000 ]; do i=$((i+1)); echo "line $i of a long story that goes on and on"; done; echo END; read x`,
    async (terminal) => {
      const slow = terminal.view(LOOKING);
      await slow.frames.next();
      const quick = new Looker(terminal.view(LOOKING));
      await quick.sees('END');
      const first = await slow.frames.next();
      expect(first.value).toMatchObject({ kind: 'screen' });
      const late = new Looker({ ...slow, frames: replayed(first.value as never) });
      await late.ended;
      expect(late.text()).toBe(quick.text());
      const said = quick.frames.map((frame) => (frame.kind === 'output' ? frame.text.length : 0));
      expect(Math.max(...said)).toBeLessThanOrEqual(MOST_BEHIND);
    },
  ));

async function* replayed<T>(frame: T) {
  yield frame;
  return undefined;
}

test('a program or a folder that is missing is told in a sentence', async () => {
  const marker = { instance: 'pty-none', role: 'agent', run: 'run-1' } as const;
  const env = { PATH: process.env.PATH ?? '' };
  const nowhere = { command: 'no-such-program', args: [], cwd: '/', env };
  await expect(PtyTerminal.open(nowhere, marker)).rejects.toMatchObject({
    failure: { code: 'missing', message: expect.stringContaining('no-such-program') },
  });
  await expect(
    PtyTerminal.open({ ...nowhere, command: 'sh', cwd: '/no/such/folder' }, marker),
  ).rejects.toMatchObject({ failure: { message: expect.stringContaining('/no/such/folder') } });
});
