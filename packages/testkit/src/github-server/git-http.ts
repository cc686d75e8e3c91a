import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname } from 'node:path';

/** Git over HTTP, at the address people clone from: git's own program behind a name and a token. */
export interface GitGate {
  /** The bare repository of `owner/name`; null: there is none. */
  pathOf(name: string): string | null;
  /** Null: nobody has this token. */
  userOf(token: string): string | null;
}

const ADDRESS = /^\/([^/]+\/[^/]+?)\.git(\/.*)$/;

/** False: the request is for somebody else. */
export function serveGit(request: IncomingMessage, response: ServerResponse, gate: GitGate): boolean {
  const { pathname, search } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const [, name = '', rest = ''] = ADDRESS.exec(pathname) ?? [];
  if (name === '') return false;
  const path = gate.pathOf(name);
  const [, pair = ''] = /^basic (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const user = gate.userOf(
    Buffer.from(pair, 'base64')
      .toString()
      .replace(/^[^:]*:/, ''),
  );
  if (user === null) {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="GitHub"' }).end();
    return true;
  }
  if (path === null) {
    response.writeHead(404).end();
    return true;
  }
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
  request.pipe(backend.stdin);
  let head = Buffer.alloc(0);
  backend.stdout.on('data', (part: Buffer) => {
    if (response.headersSent) return void response.write(part);
    head = Buffer.concat([head, part]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    const told = head.subarray(0, end).toString().split('\r\n').map(readHeader);
    const status = Number.parseInt(told.find(([key]) => key === 'status')?.[1] ?? '200', 10);
    response.writeHead(status, Object.fromEntries(told.filter(([key]) => key !== 'status')));
    response.write(head.subarray(end + 4));
  });
  backend.stdout.on('end', () => response.end());
  return true;
}

function readHeader(line: string): readonly [string, string] {
  const at = line.indexOf(':');
  return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
}
