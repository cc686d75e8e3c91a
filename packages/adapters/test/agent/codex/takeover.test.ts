import { spawn } from '@lydell/node-pty';
import type { Launch } from '@symphony/domain';
import { Heard, openStage, realAgent } from '@symphony/testkit';
import xterm from '@xterm/headless';
import { expect, test } from 'vitest';
import { CodexHall } from './hall.ts';

const real = realAgent('codex');

test('a person finds the session in codex itself', { timeout: 60_000 }, async ({ skip }) => {
  if ('reason' in real) return skip(real.reason);
  const stage = await openStage();
  const hall = new CodexHall(stage, { program: real.path, confined: true });
  try {
    const heard = new Heard();
    heard.session = await hall.port.start(hall.request([{ say: 'I was here' }]), (event) =>
      heard.take(event),
    );
    await heard.until('turn-ended');
    await heard.session.stop(2_000);

    const launch = hall.port.interactive?.({
      player: hall.player,
      cwd: stage.repository.path,
      env: hall.env,
      session: heard.sessionId() ?? '',
    });
    const screen = openScreen(launch as Launch);
    try {
      await expect.poll(screen.text, { timeout: 30_000 }).toContain('• I was here');
      await expect.poll(screen.text, { timeout: 30_000 }).toContain('Ask Codex');
      expect(screen.text()).not.toMatch(/trust|YOLO/i);
      // The terminal program keeps notes of its own there; trust in the chamber must not be one of them.
      expect(hall.settings).not.toContain('trust_level');
    } finally {
      await screen.close();
    }
  } finally {
    await hall.close();
    await stage.close();
  }
});

function openScreen({ command, args, cwd, env }: Launch) {
  const size = { cols: 100, rows: 30 };
  const terminal = new xterm.Terminal({ ...size, allowProposedApi: true });
  const child = spawn(command, [...args], { ...size, cwd, env: { ...env } });
  const over = new Promise<void>((resolve) => child.onExit(() => resolve()));
  child.onData((data) => terminal.write(data));
  terminal.onData((data) => child.write(data)); // it asks the terminal what it is
  const line = (at: number) => terminal.buffer.active.getLine(at)?.translateToString(true) ?? '';
  return {
    text: () => Array.from({ length: size.rows }, (_, at) => line(at)).join('\n'),
    close: async () => {
      child.kill('SIGTERM');
      await over;
    },
  };
}
