import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { httpFixture, writeAssets } from './http-fixture.ts';

describe('files', () => {
  async function builtFixture() {
    const fixture = await httpFixture();
    const assets = join(fixture.folder, 'dist');
    await writeAssets(fixture.folder, { 'secret.txt': 'hunter2', 'dist-other/x.txt': 'hunter2' });
    await writeAssets(assets, {
      'index.html': '<title>Workbench</title>',
      'assets/app-Ab3dEf9_.js': 'plain',
      'assets/app-Ab3dEf9_.js.br': 'as brotli',
      'assets/app-Ab3dEf9_.js.gz': 'as gzip',
      'favicon.svg': '<svg/>',
    });
    return { ...fixture, assets };
  }

  test('the workbench is served to everybody, each file as long as it may be kept', async () => {
    const { raw } = await builtFixture();
    for (const path of ['/', '/index.html', '/items/SYM-1', '/melodies']) {
      const page = await raw('GET', path);
      expect([page.status, page.text], path).toEqual([200, '<title>Workbench</title>']);
      expect(page.headers['cache-control']).toBe('no-cache');
      expect(page.headers['content-type']).toMatch(/^text\/html/);
    }
    const script = await raw('GET', '/assets/app-Ab3dEf9_.js', { 'accept-encoding': 'gzip, br' });
    expect([script.text, script.headers['content-encoding']]).toEqual(['as brotli', 'br']);
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(script.headers['content-type']).toMatch(/javascript/);
    expect((await raw('GET', '/assets/app-Ab3dEf9_.js', { 'accept-encoding': 'gzip' })).text).toBe('as gzip');
    expect((await raw('GET', '/assets/app-Ab3dEf9_.js')).text).toBe('plain');
    expect((await raw('GET', '/favicon.svg')).headers['cache-control']).toBe('no-cache');
    expect((await raw('GET', '/assets/gone-Ab3dEf9_.js')).status).toBe(404);
    expect((await raw('GET', '/artifacts/plan.md', { accept: 'text/html' })).text).toMatch(/Workbench/);
  });

  test('what never changes is read once, whatever becomes of it on the disk; the rest each time', async () => {
    const { raw, assets } = await builtFixture();
    const ask = async (path: string, headers = {}) => {
      const { status, text, headers: told } = await raw('GET', path, headers);
      return { status, text, told: { ...told, date: null } };
    };
    const [script, brotli] = ['/assets/app-Ab3dEf9_.js', { 'accept-encoding': 'br' }];
    const first = [await ask(script), await ask(script, brotli)];
    expect((await ask('/favicon.svg')).status).toBe(200);
    await rm(join(assets, 'assets'), { recursive: true });
    await rm(join(assets, 'favicon.svg'));
    const again = [await ask(script), await ask(script, brotli)];
    expect(again).toEqual(first);
    expect((await ask(script, { range: 'bytes=0-1' })).status).toBe(404);
    expect((await ask('/favicon.svg')).status).toBe(404);
  });

  test('one that is not built says how to build it, and is found once it is', async () => {
    const { raw, folder } = await httpFixture();
    const page = await raw('GET', '/');
    expect(page.text).toContain('npm run build:web');
    expect(page.status).toBe(503);
    await writeAssets(join(folder, 'dist'), { 'index.html': 'built' });
    expect((await raw('GET', '/')).text).toBe('built');
  });

  const ways = [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/../../secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/%252e%252e/%252e%252e/secret.txt',
    '/..;/secret.txt',
    '//secret.txt',
    '/\\..\\secret.txt',
    '/%00/../secret.txt',
    '/secret.txt%00.html',
    '/../dist-other/x.txt',
    '/assets/..%c0%af..%c0%afsecret.txt',
    'http://127.0.0.1/../secret.txt',
  ];
  test.each(ways)('nothing outside is reached by %s', async (path) => {
    const { raw, folder, warnings } = await builtFixture();
    for (const accept of ['*/*', 'text/html']) {
      const answer = await raw('GET', path, { accept });
      expect(answer.text).not.toContain('hunter2');
      expect(answer.text).not.toContain(folder);
      expect([200, 400, 404]).toContain(answer.status);
    }
    expect(warnings).toEqual([]);
  });
});
