import { writeFileSync } from 'node:fs';

/**
 * A program in the place of `codex app-server`: begins a thread, plays each turn with the shell
 * command it finds in the prompt after `RUN:`, and notes down everything it was sent.
 */
export function writeStandIn(file: string, journal: string): void {
  writeFileSync(file, TEXT.replace('JOURNAL', JSON.stringify(journal)), { mode: 0o755 });
}

const TEXT = `#!${process.execPath}
const { appendFileSync } = require('node:fs');
const { execFileSync } = require('node:child_process');
const note = (line) => appendFileSync(JOURNAL, JSON.stringify(line) + '\\n');
const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
note({ launched: { cwd: process.cwd(), args: process.argv.slice(2), secret: process.env.TRACKER_KEY ?? process.env.LINEAR_API_KEY ?? null } });
process.stderr.write('{"method":"turn/completed"}\\n');
let turns = 0;
function heard(message) {
  note(message);
  const { id, method, params } = message;
  if (method === 'initialize') say({ id, result: { userAgent: 'stand-in' } });
  if (method === 'thread/start') say({ id, result: { thread: { id: 'thread-' + process.pid }, model: 'stand-in' } });
  if (method !== 'turn/start') return;
  turns += 1;
  const turn = (status) => ({ threadId: params.threadId, turn: { id: 'turn-' + turns, items: [], status, error: null } });
  say({ id, result: turn('inProgress') });
  say({ method: 'turn/started', params: turn('inProgress') });
  const command = /RUN: (.*)/.exec(params.input[0].text)?.[1] ?? 'true';
  try { execFileSync('sh', ['-c', command], { stdio: 'ignore' }); } catch {}
  const total = { inputTokens: 10 * turns, outputTokens: 5 * turns, totalTokens: 15 * turns, cachedInputTokens: 0, reasoningOutputTokens: 0 };
  const tokenUsage = { total, last: total };
  say({ method: 'thread/tokenUsage/updated', params: { threadId: params.threadId, turnId: 'turn-' + turns, tokenUsage } });
  say({ method: 'turn/completed', params: turn('completed') });
}
let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) heard(JSON.parse(line));
});
process.stdin.on('end', () => process.exit(0));
`;
