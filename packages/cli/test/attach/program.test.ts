import { afterEach, expect, test, vi } from 'vitest';
import { FakeConductor } from './fake-conductor.ts';
import { Tmux, withoutTmux } from './tmux.ts';

vi.setConfig({ testTimeout: 90_000 });

const unable = withoutTmux();
const inTmux = (name: string, play: () => Promise<void>) =>
  test.skipIf(unable)(unable ? `${name} (skipped: ${unable})` : name, play);

/** Draws where it is told, tells its size, and repeats what is typed; `bye` leaves, Ctrl-C is told too. */
const PROGRAM = `
trap 'echo "interrupted"' INT
trap 'printf "size "; stty size' WINCH
printf '\\033[31mThe program\\033[0m\\r\\n'
while :; do
  if read line; then
    test "$line" = bye && exit 3
    test "$line" = full && { printf '\\033[?1049h\\033[H\\033[2Jother screen'; read x; printf '\\033[?1049l'; }
    echo "heard $line"
  fi
done`;

let conductor: FakeConductor | null = null;
let tmux: Tmux | null = null;
afterEach(async () => {
  tmux?.end();
  await conductor?.end();
  conductor = null;
});

async function onStage(script = PROGRAM) {
  conductor = await FakeConductor.start(script);
  const terminals = new Tmux();
  tmux = terminals;
  const { path } = conductor.repository;
  return {
    conductor,
    attach: (args: readonly string[] = [], size = { cols: 90, rows: 24 }) =>
      terminals.symphony(path, ['attach', 'S-1', ...args], size),
  };
}

inTmux('a takeover: the transcript, then the program, then the transcript again', async () => {
  const { conductor, attach } = await onStage();
  conductor.begin('I look at the roof');
  const screen = attach(['--takeover']);
  await screen.sees('I look at the roof');
  await screen.sees('It is yours when the turn ends');
  expect(conductor.commands).toMatchObject([{ name: 'takeover', id: 's-1' }]);
  const played = conductor.play();
  await screen.sees(/^The program/);
  await screen.seesNoMore('roof');
  screen.type('hello');
  screen.press('Enter');
  await screen.sees('heard hello');
  screen.press('C-c');
  await screen.sees('interrupted');
  screen.resize(70, 18);
  await screen.sees('size 18 70');
  screen.type('full');
  screen.press('Enter');
  await screen.sees(/^other screen/);
  screen.press('Enter');
  await screen.sees('heard full');
  await screen.sees('heard hello');
  screen.type('bye');
  screen.press('Enter');
  await played;
  await screen.sees('is given back: left with code 3');
  await screen.sees('I look at the roof');
  await screen.seesNoMore('heard hello');
  conductor.say('and I go on');
  await screen.sees('● and I go on');
  screen.press('C-]');
  await screen.sees('exit code 0\nterminal restored');
});

inTmux('a late viewer sees the program as it stands; two at once; only who may types', async () => {
  const { conductor, attach } = await onStage();
  conductor.begin('at work');
  const first = attach(['--write']);
  await first.sees('at work');
  void conductor.play();
  await first.sees(/^The program/);
  first.type('one');
  first.press('Enter');
  await first.sees('heard one');
  const late = attach();
  await late.sees('heard one');
  expect(late.text()).toBe(first.text());
  late.type('two');
  late.press('Enter');
  first.type('three');
  first.press('Enter');
  await first.sees('heard three');
  await late.sees('heard three');
  expect(first.text()).not.toContain('two');
  late.press('q');
  await late.sees('S-1 goes on without you');
  await late.sees('exit code 0\nterminal restored');
  expect(late.text()).not.toContain('heard');
  first.press('C-]');
  await first.sees('attach S-1 --write` comes back');
  await first.sees('terminal restored');
  const again = attach(['--takeover']);
  await again.sees('heard three');
  expect(conductor.commands).toEqual([]);
});

inTmux('a terminal too small for the program says so, and shows it when it is large enough', async () => {
  const { conductor, attach } = await onStage();
  conductor.begin('at work');
  const first = attach(['--write']);
  await first.sees('at work');
  void conductor.play();
  await first.sees(/^The program/);
  const small = attach([], { cols: 60, rows: 10 });
  await small.sees(/The program is 90×24 and this\s+terminal 60×10/);
  small.resize(95, 25);
  await small.sees(/^The program\n/);
});

inTmux(
  'kill -TERM, and a conductor that ends the program, give the terminal back in the middle of it',
  async () => {
    const { conductor, attach } = await onStage();
    conductor.begin('at work');
    const killed = attach(['--write']);
    const stays = attach();
    for (const each of [killed, stays]) await each.sees('at work');
    const played = conductor.play();
    for (const each of [killed, stays]) await each.sees(/^The program/);
    process.kill(killed.pid(), 'SIGTERM');
    await killed.sees('terminal restored');
    expect(killed.text()).toContain('at work');
    await conductor.terminals.close(500);
    await played;
    await stays.sees('is given back');
    expect(stays.text()).toContain('at work');
  },
);

inTmux('--write on a transcript: lines are told to the agent while it goes on talking', async () => {
  const { conductor, attach } = await onStage();
  conductor.begin('at work');
  const screen = attach(['--write']);
  await screen.sees(/^S-1> *$/m);
  screen.type('use the sec');
  conductor.say('still talking');
  await screen.sees(/● still talking\nS-1> use the sec/);
  screen.type('ond ladder');
  screen.press('Enter');
  await screen.sees(/» \S+: use the second ladder\nS-1> *\n/);
  expect(conductor.commands).toMatchObject([{ name: 'steer', id: 's-1', text: 'use the second ladder' }]);
  expect(screen.text().match(/use the second ladder/g)).toHaveLength(1);
  screen.type('nonsense');
  screen.press('Enter');
  await screen.sees('(The agent cannot hear that.)');
  screen.press('C-c');
  await screen.sees('exit code 0\nterminal restored');
});
