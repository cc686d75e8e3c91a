import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, MiddlewareHandler } from 'hono';
import { NOT_FOUND, tell } from './failure.ts';
import type { Env } from './guards.ts';
import { KeptFiles } from './kept-files.ts';

/** As the bundler names what it will never change. */
const HASHED = /^\/assets\/.+-[\w-]{8,}\.\w+$/;

/** The workbench: its files, and its page for every address of its own. */
export function workbench(folder: string): MiddlewareHandler<Env> {
  const page = join(folder, 'index.html');
  const kept = new KeptFiles();
  // Made when the folder is there: it may be built while we run.
  let files: { readonly any: MiddlewareHandler; readonly page: MiddlewareHandler } | null = null;
  return async (c) => {
    const known = kept.answer(c);
    if (known) return known;
    if (!existsSync(page)) return c.html(NOT_BUILT, 503);
    files ??= {
      any: serveStatic({ root: folder, precompressed: true }),
      page: serveStatic({ root: folder, path: 'index.html', precompressed: true }),
    };
    const nobody = async () => undefined;
    const found = await files.any(c, nobody);
    const answer = found ?? (isAddress(c) ? await files.page(c, nobody) : undefined);
    if (!answer) return tell(c, NOT_FOUND);
    const forGood = found !== undefined && HASHED.test(c.req.path);
    answer.headers.set('Cache-Control', forGood ? 'public, max-age=31536000, immutable' : 'no-cache');
    return forGood ? kept.keep(c, answer) : answer;
  };
}

/** Somebody opens it in a browser, or it looks like no file. */
const isAddress = (c: Context): boolean =>
  extname(c.req.path) === '' || (c.req.header('Accept') ?? '').includes('text/html');

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Symphony</title>
<body style="font: 16px/1.5 system-ui; max-width: 36em; margin: 4em auto; padding: 0 1em">
<h1>The workbench is not built</h1>
<p>Symphony runs, and its API answers under <code>/api/v1</code>. Build the workbench with
<code>npm run build:web</code> and load this page again.</p>
</body>
</html>
`;
