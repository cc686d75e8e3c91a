import { setTimeout as delay } from 'node:timers/promises';
import { PortError } from '@symphony/domain';
import { busy, item, NOW, run } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { type DashboardOptions, openDashboard } from '../src/index.ts';
import { MemoryConductor } from './memory-conductor.ts';
import { entries } from './sample-model.ts';
import { ScreenTerminal } from './screen-terminal.ts';

/** The dashboard as a person has it before them; it must be left, and leave nothing behind. */
async function withDashboard(
  play: (terminal: ScreenTerminal, conductor: MemoryConductor) => Promise<void>,
  more: Partial<DashboardOptions> = {},
): Promise<void> {
  const terminal = new ScreenTerminal();
  const conductor = new MemoryConductor(busy);
  conductor.record(...entries);
  const { stdin, stdout } = terminal;
  const opened = openDashboard({
    client: conductor.client(),
    stdin,
    stdout,
    env: { TERM: 'xterm', CI: 'true' },
    now: () => NOW,
    person: 'ada',
    workbench: null,
    attach: async () => undefined,
    ...more,
  });
  await terminal.sees('Needs you (3)');
  expect([terminal.raw, terminal.covered]).toEqual([true, true]);
  await play(terminal, conductor);
  terminal.press('q');
  await opened;
  await expect.poll(() => [terminal.raw, terminal.covered]).toEqual([false, false]);
}

test('shows what changes, sends what is asked for, and tells the answer', () =>
  withDashboard(async (terminal, conductor) => {
    const changed = item('SYM-8', { state: 'running', run: run({ turn: 7 }), title: 'Now it runs' });
    conductor.send({ kind: 'change', seq: 43, at: NOW, items: [changed], gone: ['sym-7'], rest: null });
    await terminal.sees(/SYM-8 +turn 7 +Now it runs/);
    expect(terminal.text()).not.toContain('SYM-7');
    conductor.answer = { accepted: false, message: 'SYM-3 is \u001b[2Jnot paused.' };
    terminal.press('r');
    await terminal.sees('SYM-3 is not paused.');
    expect(conductor.commands).toEqual([{ name: 'resume', id: 'sym-3', by: 'ada' }]);
  }));

test('an item is read live while it is open, and left when it is not looked at', () =>
  withDashboard(async (terminal, conductor) => {
    conductor.show({ ...busy, inbox: [], items: busy.items.filter(({ id }) => id === 'sym-1') });
    await terminal.sees(/> SYM-1/);
    terminal.press('\r');
    await terminal.sees('says: I read the parser first');
    await terminal.sees('Plan (1 of 3 done)');
    await terminal.sees('Next: The agent goes on');
    const said = { type: 'message', text: 'and one more thing' } as const;
    conductor.record({
      seq: 10,
      at: NOW,
      event: { type: 'agent-reported', item: 'sym-1', run: 'r', event: said },
    });
    await terminal.sees('says: and one more thing');
    terminal.press('3');
    await terminal.sees('the merge train waits');
    conductor.record({ seq: 11, at: NOW, event: { type: 'tracker-recovered' } });
    await terminal.sees('the tracker can be read again');
    terminal.press('1');
    await terminal.sees(/\[1 board\]/);
    conductor.record({ seq: 12, at: NOW, event: { type: 'tracker-recovered' } });
    await expect.poll(() => conductor.readers).toBe(0);
  }));

test('a lost connection is shown and comes back', () =>
  withDashboard(async (terminal, conductor) => {
    conductor.break();
    await terminal.sees('The conductor has not answered');
    terminal.press('p');
    await terminal.sees('nothing was sent');
    expect(conductor.commands).toEqual([]);
    conductor.mend();
    await expect.poll(() => terminal.text(), { timeout: 8_000 }).not.toContain('has not answered');
  }));

test('follows the size of the terminal', () =>
  withDashboard(async (terminal) => {
    terminal.resize(40, 10);
    await terminal.sees(/lines below\n.*\n\? keys {2}q leave/);
    terminal.resize(20, 4);
    await terminal.sees('40x10 shows more');
    terminal.resize(120, 40);
    await terminal.sees('Players: claude 2');
  }));

test('gives the terminal away while attached, and takes it back also when that fails', async () => {
  const during: unknown[] = [];
  const gone = Promise.withResolvers<void>();
  let terminal: ScreenTerminal | null = null;
  const attach = async (id: string, how: string) => {
    during.push([id, how, terminal?.raw]);
    await gone.promise;
    throw new PortError({ code: 'missing', message: 'There is nothing to take over.' });
  };
  await withDashboard(
    async (shown) => {
      terminal = shown;
      shown.press('T');
      await expect.poll(() => shown.covered).toBe(false);
      expect(during).toEqual([['sym-3', 'takeover', false]]);
      gone.resolve();
      await shown.sees('There is nothing to take over.');
      expect([shown.raw, shown.covered]).toEqual([true, true]);
      shown.press('t');
      await expect.poll(() => during.length).toBe(2);
      await expect.poll(() => shown.covered).toBe(true);
    },
    { attach },
  );
});

test('draws no more than five times a second, however fast the board changes', () =>
  withDashboard(async (terminal, conductor) => {
    await delay(300);
    const before = terminal.frames;
    for (let turn = 0; turn < 100; turn += 1) {
      const changed = item('SYM-1', { state: 'running', run: run({ turn }) });
      conductor.send({ kind: 'change', seq: 50 + turn, at: NOW, items: [changed], gone: [], rest: null });
      await delay(20);
    }
    await terminal.sees('turn 99');
    const drawn = terminal.frames - before;
    expect(drawn).toBeGreaterThan(2);
    // Two seconds at least, on a loaded machine more: counted by what was sent, one in ten is drawn.
    expect(drawn).toBeLessThanOrEqual(25);
  }));

test('is left by a signal as by q', async () => {
  const stop = new AbortController();
  const terminal = new ScreenTerminal();
  const { stdin, stdout } = terminal;
  const opened = openDashboard({
    client: new MemoryConductor(busy).client(),
    ...{ stdin, stdout, env: {}, now: () => NOW, person: 'ada', workbench: null },
    attach: async () => undefined,
    signal: stop.signal,
  });
  await terminal.sees('Needs you');
  stop.abort();
  await opened;
  expect(terminal.raw).toBe(false);
});

test.each([
  ['stdin is no terminal', { stdin: { isTTY: false } }, 'The dashboard needs a terminal.'],
  ['stdout is no terminal', { stdout: {} }, 'The dashboard needs a terminal.'],
  ['TERM is dumb', { env: { TERM: 'dumb' } }, /TERM is dumb/],
])('%s: one sentence, and nothing is drawn', async (_name, change, sentence) => {
  const terminal = new ScreenTerminal();
  const options = {
    client: new MemoryConductor(busy).client(),
    stdin: terminal.stdin,
    stdout: terminal.stdout,
  };
  const opened = openDashboard({
    ...options,
    ...{ env: {}, now: () => NOW, person: 'ada', workbench: null, attach: async () => undefined },
    ...(change as object),
  });
  await expect(opened).rejects.toThrow(sentence);
  expect(terminal.text().trim()).toBe('');
});
