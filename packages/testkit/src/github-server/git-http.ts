import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';

/** Git over HTTP, at the address people clone from: git's own program behind a name and a token. */
export interface GitGate {
  /** The bare repository of `owner/name`; null: there is none. */
  pathOf(name: string): string | null;
  /** Null: nobody has this token. */
  userOf(token: string): string | null;
  /** Git has done what it was asked for. False: nobody waits for the answer any more. */
  done(): Promise<boolean>;
}

const ADDRESS = /^\/([^/]+\/[^/]+?)\.git(\/.*)$/;

export const isForGit = ({ url = '/' }: IncomingMessage): boolean => ADDRESS.test(url);

export async function serveGit(
  request: IncomingMessage,
  response: ServerResponse,
  gate: GitGate,
): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const [, name = '', rest = ''] = ADDRESS.exec(pathname) ?? [];
  const path = gate.pathOf(name);
  const [, pair = ''] = /^basic (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const user = gate.userOf(
    Buffer.from(pair, 'base64')
      .toString()
      .replace(/^[^:]*:/, ''),
  );
  if (user === null)
    return void response.writeHead(401, { 'www-authenticate': 'Basic realm="GitHub"' }).end();
  if (path === null) return void response.writeHead(404).end();
  const { headers, method = 'GET' } = request;
  const backend = spawn('git', ['http-backend'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      GIT_PROJECT_ROOT: dirname(path),
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: `/${basename(path)}${rest}`,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: method,
      CONTENT_TYPE: headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
      REMOTE_USER: user,
    },
  });
  // Whoever hangs up in the middle of a sentence must not leave git waiting for its end.
  request.once('close', () => backend.stdin.end());
  backend.stdin.on('error', () => undefined); // git may end before it has heard everything
  request.pipe(backend.stdin);
  const whole = await buffer(backend.stdout);
  if (!(await gate.done())) return;
  const end = whole.indexOf('\r\n\r\n');
  const told = whole.subarray(0, end).toString().split('\r\n').map(readHeader);
  const status = Number.parseInt(told.find(([key]) => key === 'status')?.[1] ?? '200', 10);
  response.writeHead(status, Object.fromEntries(told.filter(([key]) => key !== 'status')));
  response.end(whole.subarray(end + 4));
}

function readHeader(line: string): readonly [string, string] {
  const at = line.indexOf(':');
  return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
}
