import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ModelServer, openModelServer } from '@symphony/testkit';
import { onTestFinished } from 'vitest';
import { BIN, type Ended, makeRepository } from '../command/symphony.ts';

/** Looks like no token of a known kind, so that only the value itself can give it away. */
export const PLANTED = 'Zq7PLANTEDxKeyOfNobody42';

/** A repository to chat about, and a scripted model that answers. Whatever runs there ends with the test. */
export interface ChatGround {
  readonly path: string;
  readonly model: ModelServer;
  /** Runs to the end without stopping this process, in which the model answers. */
  run(args: readonly string[], input?: string): Promise<Ended>;
  /** Starts it and goes on; `child` is to be ended by the test. */
  start(args: readonly string[]): ReturnType<typeof spawn>;
  configure(more?: string): void;
  /** Where the workbench answers, and what lets in. */
  web(): { readonly url: string; readonly token: string };
  pid(): number;
  /** Every file below `.symphony`, as text. */
  files(): { readonly name: string; readonly text: string }[];
}

export async function openChatGround(scenario?: Parameters<ModelServer['base']>[0]): Promise<ChatGround> {
  const { path, remove } = makeRepository();
  const model = await openModelServer();
  const home = mkdtempSync(join(tmpdir(), 'symphony-home-'));
  const { VITEST: _, ANTHROPIC_API_KEY: __, OPENAI_API_KEY: ___, ...kept } = process.env;
  const env = { ...kept, HOME: home, SYMPHONY_DETECT: 'off', TZ: 'UTC', TEST_MODEL_KEY: PLANTED };
  const start = (args: readonly string[]) =>
    spawn(process.execPath, [BIN, '-C', path, ...args], { cwd: path, env, stdio: ['pipe', 'pipe', 'pipe'] });
  const run = async (args: readonly string[], input = ''): Promise<Ended> => {
    const child = start(args);
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    child.stdin.end(input);
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, out, err };
  };
  const symphony = join(path, '.symphony');
  const ground: ChatGround = {
    path,
    model,
    run,
    start,
    configure(more = '') {
      mkdirSync(symphony, { recursive: true });
      const url = `${model.base(scenario)}/v1`;
      const named = `{ provider: anthropic, model: claude-sonnet-5-5, base_url: "${url}", key: $TEST_MODEL_KEY }`;
      writeFileSync(
        join(symphony, 'symphony.yaml'),
        `runtime:\n  models:\n    default: ${named}\n  retries: 0\n  location: "52,13"\n${more}`,
      );
    },
    web() {
      const { url } = JSON.parse(readFileSync(join(symphony, 'run', 'conductor.json'), 'utf8'));
      return { url, token: readFileSync(join(symphony, 'run', 'token'), 'utf8').trim() };
    },
    pid: () => JSON.parse(readFileSync(join(symphony, 'run', 'conductor.json'), 'utf8')).pid,
    files: () =>
      readdirSync(symphony, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((name) => ({ name, text: readFileSync(name, 'latin1') })),
  };
  ground.configure();
  onTestFinished(async () => {
    if (existsSync(join(symphony, 'run', 'conductor.json'))) await run(['down', '--now']);
    await model.close();
    remove();
    rmSync(home, { recursive: true, force: true });
  });
  return ground;
}

/** A weather that answers, or fails. */
export async function openWeather(status: number): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        current: { time: '2026-11-17T12:00', temperature_2m: 11.5, weather_code: 3 },
        current_units: { temperature_2m: '°C' },
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

export const script = (words: string, ...lines: string[]): string => [words, ...lines].join('\n');
