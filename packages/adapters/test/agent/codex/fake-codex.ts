/**
 * A program that speaks as `codex app-server` does and then goes wrong in one way. It is a text
 * because it runs as a program of its own, by the Node that runs the test.
 *
 * `curious` sends requests the adapter cannot know and requests of every known kind that needs no
 * person, and says as its message what it was answered. `refusing` does not begin a thread.
 */
export const fakeCodex = (kind: string): string => `#!${process.execPath}
const kind = ${JSON.stringify(kind)};
const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
const tell = (method, params) => say({ method, params: { threadId: 'thread-1', turnId: 'turn-1', ...params } });
const turn = (status) => ({ turn: { id: 'turn-1', items: [], status, error: null } });
const message = (text) => tell('item/completed', { item: { type: 'agentMessage', id: 'message-1', text } });
const asked = ['bogus/request', 'item/tool/call', 'attestation/generate', 'account/chatgptAuthTokens/refresh', 'mcpServer/elicitation/request'];
const answers = {};

const plays = {
  'huge-line': () => { message('x'.repeat(10_000_000)); tell('turn/completed', turn('completed')); },
  'garbage-line': () => {
    process.stdout.write('{"method": broken\\nthis is no JSON at all\\n"neither is this"\\n');
    tell('turn/completed', turn('completed'));
  },
  'no-result': () => { message('I am about to end'); process.stdout.write('', () => process.exit(3)); },
  curious: () => {
    asked.forEach((method, id) => say({ id, method, params: { threadId: 'thread-1', tool: 'paint', mode: 'url' } }));
    say({ id: 'text-id', method: 'bogus/other', params: {} });
  },
};

function heard({ id, method, result, error }) {
  if (method === 'initialize') say({ id, result: { userAgent: 'symphony/0.166.0' } });
  if (method === 'thread/start' && kind === 'refusing') say({ id, error: { code: -32600, message: 'no room here' } });
  else if (method === 'thread/start') say({ id, result: { thread: { id: 'thread-1', cliVersion: '0.166.0' }, model: 'fake' } });
  if (method === 'turn/start') {
    say({ id, result: turn('inProgress') });
    tell('turn/started', turn('inProgress'));
    plays[kind]();
  }
  if (method !== undefined) return;
  answers[asked[id] ?? id] = error ? error.code : result;
  if (Object.keys(answers).length < asked.length + 1) return;
  message(JSON.stringify(answers));
  tell('turn/completed', turn('completed'));
}

let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) heard(JSON.parse(line));
});
process.stdin.on('end', () => process.exit(0));
`;
