import { expect, onTestFinished, test } from 'vitest';
import { issueShape, stateShape } from '../../src/http/specification/shapes.ts';
import { openHall, WRITES } from '../orchestra/playing.ts';

const SECRET = 'planted-password-5fd1c0';

/** A real conductor with a real repository, its own face before it, and one piece of work done. */
async function playedHall() {
  process.env.PLANTED_FOR_HTTP_TEST = SECRET;
  const hall = await openHall();
  onTestFinished(async () => {
    delete process.env.PLANTED_FOR_HTTP_TEST;
    await hall.clear();
  });
  hall.configure({ http: { port: 0, password: '$PLANTED_FOR_HTTP_TEST' } });
  hall.item('S-1', WRITES, { title: '<b>Bold</b>' });
  const orchestra = await hall.start();
  const { origin, hash } = new URL(orchestra.workbench() as string);
  const token = hash.replace('#token=', '');
  const get = (path: string) =>
    fetch(`${origin}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  const merged = async () => {
    const { items } = (await (await get('/status')).json()) as { items: { mergedAs: string | null }[] };
    return items[0]?.mergedAs ?? null;
  };
  await expect.poll(merged, { timeout: 25_000, interval: 100 }).not.toBeNull();
  return { orchestra, origin, token, get };
}

test('P9 everything there is to ask a real conductor, and no secret in any of it', async () => {
  const { get, token } = await playedHall();
  const { paths } = (await (await get('/openapi.json')).json()) as { paths: Record<string, object> };
  const found = (await (await get('/artifacts')).json()) as { hits: { artifact: { id: string } }[] };
  const { melodies } = (await (await get('/melodies')).json()) as { melodies: { name: string }[] };
  const artifact = found.hits[0]?.artifact.id as string;
  const fill = (path: string): string =>
    path
      .replace('/artifacts/{id}', `/artifacts/${artifact}`)
      .replace('{id}', 'S-1')
      .replace('{identifier}', 's-1')
      .replace('{name}', melodies[0]?.name as string);
  const refused: string[] = [];
  let asked = 0;
  for (const [path, methods] of Object.entries(paths)) {
    if (!('get' in methods) || path === '/stream') continue;
    const answer = await get(`${fill(path)}?seq=3&words=merged&path=a.txt`);
    const text = await answer.text();
    asked += 1;
    if (!answer.ok) refused.push(`${path} ${answer.status}`);
    expect(text, path).not.toContain(SECRET);
    expect(text, path).not.toContain(token);
  }
  expect(refused).toEqual([
    '/melodies/runs/{run} 404',
    '/missions/{id} 404', // none was played
    '/chats/{id} 404',
    '/chats/{id}/export 404',
    '/chats/{id}/stream 404', // nobody said anything
  ]);
  expect(asked).toBeGreaterThan(20);
  const state = await (await get('/state')).json();
  expect(stateShape.parse(state)).toEqual(state);
  const issue = await (await get('/S-1')).json();
  expect(issueShape.parse(issue)).toEqual(issue);
  expect(issue).toMatchObject({ issue_identifier: 'S-1', tracked: { title: '<b>Bold</b>' } });
});

test('P9 what a page does is done: it logs in, adds work, hears of it, and stops the conductor', async () => {
  const { origin, orchestra } = await playedHall();
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${origin}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify(body),
    });
  const entered = await post('/session', { password: SECRET });
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] as string;
  const added = (await (await post('/items', { title: 'More work' }, cookie)).json()) as { item: string };
  expect(added).toMatchObject({ accepted: true, item: expect.any(String) });

  const stream = await fetch(`${origin}/api/v1/stream?types=item-seen`, { headers: { cookie } });
  let heard = '';
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
  while (!heard.includes('More work')) {
    const { done, value } = await reader.read();
    if (done) break;
    heard += Buffer.from(value).toString();
  }
  expect(heard).toMatch(/^id: \d+$/m);
  const stopped = await post('/commands', { name: 'stop' }, cookie);
  expect(await stopped.json()).toMatchObject({ accepted: true });
  expect(await orchestra.finished).toMatchObject({ code: 0 });
  for (let part = await reader.read(); !part.done; ) part = await reader.read(); // it ends, and is not cut
});
