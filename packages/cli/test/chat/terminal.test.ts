import { PtyTerminal } from '@symphony/adapters/pty';
import { expect, onTestFinished, test } from 'vitest';
import { BIN } from '../command/symphony.ts';
import { openChatGround } from './ground.ts';

test('at a terminal pasted lines are one request, and its answer is said once', async () => {
  const ground = await openChatGround();
  const {
    ANTHROPIC_API_KEY: _,
    OPENAI_API_KEY: __,
    VITEST: ___,
    ...env
  } = process.env as Record<string, string>;
  const terminal = await PtyTerminal.open(
    {
      command: process.execPath,
      args: [BIN, '-C', ground.path, 'chat'],
      cwd: ground.path,
      env: { ...env, SYMPHONY_DETECT: 'off', TEST_MODEL_KEY: 'k', TERM: 'xterm-256color', NO_COLOR: '1' },
    },
    { instance: 'chat-test', role: 'agent', run: '' },
  );
  onTestFinished(() => terminal.stop(0));
  const view = terminal.view({ cols: 60, rows: 40, write: true });
  let shown = '';
  const reading = (async () => {
    for await (const frame of view.frames) shown += 'text' in frame ? frame.text : '';
  })();
  const sees = (words: string) => expect.poll(() => shown, { timeout: 30_000 }).toContain(words);

  await sees('A new chat.');
  const lines = Array.from({ length: 300 }, (_, at) => `line ${at} of what was pasted into the chat`);
  view.input(`\u001b[200~${lines.join('\r')}\rSAY: I have read it.\u001b[201~`);
  await sees('[pasted 1: 301 lines]');
  view.input('\r');
  await sees('I have read it.');
  view.input('/quit\r');
  await terminal.ended;
  await reading;
  expect(shown.split('I have read it.')).toHaveLength(2);
  const [chat] = JSON.parse((await ground.run(['chat', '--list', '--json'])).out);
  expect(chat).toMatchObject({ requests: 1, title: lines[0] });
}, 90_000);
