import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PortError } from '@symphony/domain';
import { onTestFinished } from 'vitest';
import { type HttpFace, type HttpOptions, openHttp } from '../../src/http/index.ts';
import { SystemClock } from '../../src/system-clock.ts';
import { ARTIFACT, PlainConductor } from './plain-conductor.ts';

export const TOKEN = 'a-token-of-this-installation-0123456789';
export const INSTANCE = 'abcdef0123456789';

export interface HttpFixture {
  readonly face: HttpFace;
  readonly conductor: PlainConductor;
  readonly port: number;
  /** As in `127.0.0.1:4780`. */
  readonly host: string;
  readonly folder: string;
  readonly warnings: string[];
  /** With the token, unless `headers` say otherwise. */
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** As it is: no token, no default header, no tidying of the path. */
  raw(method: string, path: string, headers?: Record<string, string>, body?: string): Promise<Answer>;
  socket(): Promise<Socket>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of it
  readonly json: any;
}

/** A face of its own on a free port, with a folder for the workbench; both go with the test. */
export async function httpFixture(change: Partial<HttpOptions> = {}): Promise<HttpFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'http-'));
  const conductor = (change.client as PlainConductor | undefined) ?? new PlainConductor();
  const warnings: string[] = [];
  const face = await openHttp({
    client: conductor,
    artifacts: artifactsOf({}),
    version: '1.2.3',
    instance: INSTANCE,
    repository: 'orchestra',
    host: '127.0.0.1',
    port: 0,
    exact: true,
    token: TOKEN,
    password: null,
    names: [],
    assets: join(folder, 'dist'),
    clock: new SystemClock(0),
    warn: (message) => void warnings.push(message),
    ...change,
  });
  const { port: given, host } = new URL(face.url);
  const port = Number(given);
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await face.close();
    await rm(folder, { recursive: true, force: true });
  });
  const raw: HttpFixture['raw'] = (method, path, headers = {}, body) =>
    ask(port, method, path, { host, ...headers }, body);
  const bearer = { authorization: `Bearer ${TOKEN}` };
  return {
    face,
    conductor,
    port,
    host,
    folder,
    warnings,
    raw,
    get: (path, headers = {}) => raw('GET', path, { ...bearer, ...headers }),
    send: (method, path, body, headers = {}) =>
      raw(
        method,
        path,
        { ...bearer, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        body === undefined ? undefined : JSON.stringify(body),
      ),
    async socket() {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined); // cut is cut, by whichever packet
      sockets.push(socket);
      await new Promise((resolve) => socket.once('connect', resolve));
      return socket;
    },
  };
}

function ask(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, method, path, headers, agent: false },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(parts);
          const text = bytes.toString();
          const isJson = response.headers['content-type']?.startsWith('application/json') ?? false;
          const json = isJson && text !== '' ? JSON.parse(text) : null;
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, bytes, json });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

export async function writeAssets(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Artifacts by id: their parts, or why they cannot be read. */
export const artifactsOf = (kept: Readonly<Record<string, readonly Uint8Array[] | PortError>>) => ({
  async get(id: string) {
    const content = kept[id];
    if (!content) throw new PortError({ code: 'missing', message: `There is no artifact ${id}.` });
    const size = Array.isArray(content) ? content.reduce((sum, part) => sum + part.length, 0) : 3;
    return { ...ARTIFACT, id, size };
  },
  async *open(id: string) {
    const content = kept[id];
    if (content instanceof PortError) throw content;
    yield* content ?? [];
  },
});

export const bearer = { authorization: `Bearer ${TOKEN}` };
export const cookieOf = (answer: Answer): string =>
  (answer.headers['set-cookie'] as string[] | undefined)?.[0]?.split(';')[0] ?? '';
