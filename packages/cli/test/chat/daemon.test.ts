import type { ChatBatch } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { type ChatGround, openChatGround, openWeather, PLANTED, script } from './ground.ts';

const up = async (ground: ChatGround): Promise<void> => {
  const { code, err } = await ground.run(['up', '--rehearse']);
  if (code !== 0) throw new Error(err);
};

const asker = (ground: ChatGround) => {
  const { url, token } = ground.web();
  return async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    expect(text).not.toContain(PLANTED);
    return { status: answer.status, body: JSON.parse(text) };
  };
};

const fired = async (ground: ChatGround) => {
  const { out } = await ground.run(['events', '--type', 'timer-fired', '--json']);
  return (JSON.parse(out) as { event: { label: string; lateMs: number } }[]).map(({ event }) => event);
};

describe('chats of a daemon', () => {
  test('R12 R9 the weather fails, the timer is set, and it rings once although the daemon was killed', async () => {
    const ground = await openChatGround();
    ground.configure(`  weather: { base_url: "${await openWeather(503)}" }\n`);
    await up(ground);
    const told = await ground.run([
      'ask',
      script(
        'What is the weather, and set a timer.',
        'TOOL: weather__current {}',
        'TOOL: timer__set {"duration":"3 seconds","label":"Tea"}',
        'SAY: No weather today, but the timer is set.',
      ),
      '--json',
    ]);
    expect(told.code).toBe(1);
    expect(JSON.parse(told.out).answer).toContain('the timer is set');

    process.kill(ground.pid(), 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    await up(ground);
    await expect.poll(() => fired(ground), { timeout: 15_000 }).toHaveLength(1);
    const [rang] = await fired(ground);
    expect(rang?.label).toBe('Tea');
    expect(rang?.lateMs).toBeGreaterThan(0);

    process.kill(ground.pid(), 'SIGKILL');
    await up(ground);
    const view = asker(ground);
    await expect
      .poll(async () => (await view('GET', '/runtime')).body.timers, { timeout: 10_000 })
      .toEqual([]);
    expect(await fired(ground)).toHaveLength(1);
  }, 90_000);

  test('are asked, watched, stopped and answered over HTTP, by whoever has the token', async () => {
    const ground = await openChatGround();
    await up(ground);
    const ask = asker(ground);
    const { url, token } = ground.web();

    expect((await fetch(`${url}/api/v1/chats`)).status).toBe(401);
    const foreign = { Authorization: `Bearer ${token}`, Origin: 'https://evil.example' };
    expect((await fetch(`${url}/api/v1/chats`, { headers: foreign })).status).toBe(403);
    expect((await ask('GET', '/chats/chat-0')).status).toBe(404);
    expect((await ask('POST', '/chats', { text: '' })).status).toBe(400);

    const sent = await ask('POST', '/chats', { text: script('Greet.', 'SAY: Hello over HTTP') });
    expect(sent).toMatchObject({ status: 200, body: { accepted: true } });
    const { chat, session } = sent.body;
    const batches = await streamed(`${url}/api/v1/chats/${chat}/stream`, token, session);
    expect(batches.flatMap(({ entries }) => entries.map(({ seq }) => seq))).toEqual(
      [...new Set(batches.flatMap(({ entries }) => entries.map(({ seq }) => seq)))].sort((a, b) => a - b),
    );
    expect((await ask('GET', `/chats/${chat}`)).body.requests).toMatchObject([
      { state: 'done', answer: 'Hello over HTTP' },
    ]);
    expect((await ask('POST', `/chats/${chat}/rename`, { title: 'Greetings' })).status).toBe(200);
    expect((await ask('GET', '/chats')).body).toMatchObject([
      { id: chat, title: 'Greetings', state: 'idle' },
    ]);
    expect((await ask('POST', `/chats/${chat}/item`, { title: 'Greet better' })).body).toMatchObject({
      accepted: true,
      item: 'S-1',
    });

    const wish = { text: script('Run it.', 'TOOL: shell__run {"command":"echo hi"}', 'SAY: Ran it.') };
    const asking = await ask('POST', `/chats/${chat}/send`, wish);
    expect(asking.status).toBe(200);
    const question = async () => (await ask('GET', `/chats/${chat}`)).body.requests[1]?.questions ?? [];
    await expect.poll(question, { timeout: 15_000 }).toMatchObject([{ tool: 'shell.run' }]);
    expect((await ask('POST', `/chats/${chat}/send`, wish)).status).toBe(409);
    await ask('POST', `/chats/${chat}/answer`, { verdict: 'once' });
    await expect
      .poll(async () => (await ask('GET', `/chats/${chat}`)).body.requests[1], { timeout: 15_000 })
      .toMatchObject({ state: 'done', answer: 'Ran it.', questions: [] });

    const listed = await ground.run(['inbox']);
    expect(listed.out).not.toContain(chat);
    await ask('POST', `/chats/${chat}/send`, wish);
    await expect
      .poll(async () => (await ground.run(['inbox'])).out, { timeout: 15_000 })
      .toContain(`${chat} (Greetings) asks`);
    expect((await ask('GET', '/status')).body.inbox).toMatchObject([
      { item: chat, question: { permission: { tool: 'shell.run', command: 'echo hi' } } },
    ]);
    const unclear = await ground.run(['answer', chat, 'perhaps']);
    expect(unclear).toMatchObject({ code: 1, err: expect.stringContaining('allow, always, deny') });
    expect((await ground.run(['answer', chat, 'deny'])).out).toContain('It may not.');
    await expect
      .poll(async () => (await ask('GET', `/chats/${chat}`)).body.requests[2]?.state, { timeout: 15_000 })
      .toBe('failed');
    const late = await ground.run(['answer', chat, 'deny']);
    expect(late).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nothing is asked in this chat now'),
    });

    const again = await ask('POST', `/chats/${chat}/send`, wish);
    await expect
      .poll(async () => (await ask('GET', `/chats/${chat}`)).body.requests[3]?.questions, { timeout: 15_000 })
      .toHaveLength(1);
    expect((await ask('POST', `/chats/${chat}/stop`)).status).toBe(200);
    expect((await ask('GET', `/chats/${chat}`)).body.requests[3]).toMatchObject({
      session: again.body.session,
      state: 'stopped',
      questions: [],
    });
    expect((await ask('GET', '/runtime/stats')).body.totals.count).toBe(4);
    for (const { name, text } of ground.files()) expect(text.includes(PLANTED), name).toBe(false);
  }, 90_000);

  test('two at once do not hear each other, and a change of the configuration counts at once', async () => {
    const ground = await openChatGround();
    await up(ground);
    const [one, two] = await Promise.all([
      ground.run(['ask', script('One.', 'TOOL: clock__now {}', 'SAY: first'), '--json']),
      ground.run(['ask', script('Two.', 'TOOL: clock__now {}', 'SAY: second'), '--json']),
    ]);
    expect([one, two].map(({ out }) => JSON.parse(out).answer)).toEqual(['first', 'second']);

    ground.configure('  repository: write\n');
    const ask = asker(ground);
    await expect
      .poll(
        async () =>
          (await ask('GET', '/runtime')).body.tools.some(
            ({ name }: { name: string }) => name === 'files.write',
          ),
        { timeout: 15_000 },
      )
      .toBe(true);
  }, 60_000);
});

/** Reads until the request has ended. */
async function streamed(url: string, token: string, session: string): Promise<ChatBatch[]> {
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  const batches: ChatBatch[] = [];
  let rest = '';
  for await (const chunk of answer.body ?? []) {
    rest += Buffer.from(chunk).toString();
    const parts = rest.split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const data = part.split('\n').find((line) => line.startsWith('data: '));
      if (data) batches.push(JSON.parse(data.slice(6)));
    }
    if (
      batches.some(({ entries }) =>
        entries.some((each) => each.session === session && each.event.type === 'ended'),
      )
    )
      break;
  }
  return batches;
}
