import { webFetchTool } from '@symphony/adapters/tool';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LocalServer, openServer } from './local-server.ts';
import { boxOf } from './stage.ts';

const PAGE = `<!doctype html><html><head><title>Tea &amp; more</title><style>p{}</style></head><body>
<nav><a href="/x">Home</a></nav><main><h1>Tea</h1><p>Boil <b>water</b>, then <a href="https://example.com/wait">wait</a>.</p>
<pre><code class="language-sh">brew tea</code></pre><ul><li>green</li><li>black</li></ul><img src="x.png" alt="A cup"/>
<script>steal()</script><p>${'More words about tea. '.repeat(20)}</p></main><footer>Imprint</footer></body></html>`;

let server: LocalServer;
beforeAll(async () => {
  server = await openServer(({ url }, response) => {
    const [, first = '', second = ''] = url.pathname.split('/');
    const to = (location: string): void => void response.writeHead(302, { location }).end();
    switch (first) {
      case 'page':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
      case 'latin':
        return void response
          .writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' })
          .end(Buffer.from([0x66, 0xfc, 0x72]));
      case 'hop':
        return to(Number(second) > 0 ? `/hop/${Number(second) - 1}` : '/page');
      case 'inward':
        return to('http://169.254.169.254/latest/meta-data/');
      case 'file':
        return to('file:///etc/passwd');
      case 'big':
        response.writeHead(200, { 'content-type': 'text/plain' });
        for (let part = 0; part < 12; part += 1) response.write('x'.repeat(1024 * 1024));
        return void response.end();
      case 'slow':
        return void response.writeHead(200, { 'content-type': 'text/plain' }).write('a');
      case 'picture':
        return void response
          .writeHead(200, { 'content-type': 'image/png' })
          .end(Buffer.from([0x89, 0x50, 0, 1]));
      default:
        return void response.writeHead(Number(first) || 404).end('no');
    }
  });
});
afterAll(() => server.close());

const box = (allowedHosts: readonly string[], patienceMs = 5_000) =>
  boxOf([webFetchTool({ allowedHosts, patienceMs })]);

describe('R5 web.fetch', () => {
  test('a page as Markdown: its main part, no scripts, its title', async () => {
    const page = await box([server.host]).use('web.fetch', { url: `${server.base}/page` });
    expect(page).toMatchObject({ kind: 'html', title: 'Tea & more' });
    expect(page.text).toContain('# Tea');
    expect(page.text).toContain('Boil **water**, then [wait](https://example.com/wait).');
    expect(page.text).toContain('```sh\nbrew tea\n```');
    expect(page.text).toMatch(/- +green/);
    expect(page.text).toContain('A cup');
    for (const beside of ['steal', 'Imprint', 'Home', 'x.png']) expect(page.text).not.toContain(beside);
  });

  test('in parts', async () => {
    const { text } = await box([server.host]).use('web.fetch', { url: `${server.base}/page` });
    const first = await box([server.host]).use('web.fetch', { url: `${server.base}/page`, characters: 100 });
    const rest = await box([server.host]).use('web.fetch', { url: `${server.base}/page`, from: first.next });
    expect(first.text + rest.text).toBe(text);
    expect(rest.next).toBeUndefined();
  });

  test('the charset that is named', async () => {
    expect((await box([server.host]).use('web.fetch', { url: `${server.base}/latin` })).text).toBe('für');
  });

  test('a few times elsewhere, not for ever', async () => {
    const { url } = await box([server.host]).use('web.fetch', { url: `${server.base}/hop/3` });
    expect(url).toBe(`${server.base}/page`);
    expect(
      (await box([server.host]).failure('web.fetch', { url: `${server.base}/hop/9` })).message,
    ).toContain('more than 5');
  });

  test.each([
    'http://127.0.0.1:1/',
    'http://localhost:34567/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://0.0.0.0/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://10.1.2.3/',
    'http://192.168.1.1/',
    'http://172.16.0.1/',
    'http://169.254.169.254/latest/',
    'http://100.64.0.1/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'http://user:secret@example.com/',
  ])('%s is out of bounds', async (url) => {
    const failure = await box([]).failure('web.fetch', { url });
    expect(failure.code).toBe('E8001');
    expect(failure.message).not.toContain('secret');
  });

  test('what is allowed by name and port is not allowed at another port', async () => {
    const [name, port] = server.host.split(':');
    const other = box([`${name}:${Number(port) + 1}`]);
    expect((await other.failure('web.fetch', { url: `${server.base}/page` })).code).toBe('E8001');
    expect(await box([name as string]).use('web.fetch', { url: `${server.base}/page` })).toMatchObject({
      kind: 'html',
    });
  });

  test.each(['inward', 'file'])('an open page that sends us %s', async (path) => {
    expect((await box([server.host]).failure('web.fetch', { url: `${server.base}/${path}` })).code).toBe(
      'E8001',
    );
  });

  test('too large, too slow, missing, broken, no text: each is said', async () => {
    const fails = (path: string, patienceMs?: number) =>
      box([server.host], patienceMs).failure('web.fetch', { url: `${server.base}/${path}` });
    expect((await fails('big')).message).toContain('more than 10 MB');
    expect(await fails('slow', 200)).toMatchObject({
      code: 'E7001',
      retryable: true,
      message: expect.stringContaining('200 ms'),
    });
    expect(await fails('404')).toMatchObject({ code: 'E5001', retryable: false });
    expect(await fails('503')).toMatchObject({ code: 'E7001', retryable: true });
    expect((await fails('picture')).message).toContain('cannot be read');
    expect((await box([]).failure('web.fetch', { url: 'not a url' })).code).toBe('E1001');
    expect(
      await box([server.host, '127.0.0.1:34567']).failure('web.fetch', { url: 'http://127.0.0.1:34567/' }),
    ).toMatchObject({
      code: 'E7001',
    });
  });

  test('stopped in the middle', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 100);
    const startedAt = performance.now();
    await expect(
      box([server.host]).use('web.fetch', { url: `${server.base}/slow` }, stop.signal),
    ).rejects.toThrow();
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
