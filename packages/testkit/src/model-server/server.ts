import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { Usage } from '@symphony/domain';
import { type Answer, answerTo, type Question, readQuestion } from './answer.ts';
import { isLoose, type Loose, stepOf, userTexts } from './conversation.ts';
import { type ModelRequest, noteOf } from './request-log.ts';
import { type Fault, isFault } from './script.ts';
import { spoil } from './spoil.ts';
import { eventText } from './wire.ts';

/** A model that plays what its prompts say, for agents that are real. Nothing leaves this machine. */
export interface ModelServer {
  readonly url: string;
  /** The address to give an agent. OpenAI's wires want `/v1` behind it. */
  base(scenario?: 'ok' | Fault): string;
  /** All that was asked, oldest first. */
  readonly requests: readonly ModelRequest[];
  /** What the answers said was used since the request with this number, as an agent should report it. */
  spent(from?: number): Omit<Usage, 'usd'>;
  /** Ends the silent connections too. */
  close(): Promise<void>;
}

const CUT_AFTER_MS = 50;
const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

export async function openModelServer({ slowMs = 3_000 } = {}): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const happened = new Set<string>();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/', headers } = request;
    const body = await buffer(request);
    const { pathname } = new URL(url, 'http://127.0.0.1');
    const question =
      method === 'POST' ? readQuestion(pathname, readBody(body, headers['content-encoding'])) : null;
    const answer = question && answerTo(question, () => isNew(question), Math.floor(Date.now() / 1000));
    requests.push(noteOf({ method, path: url, headers, bytes: body.length, question, answer }));
    if (question && answer) await give(response, question, answer, slowMs);
    else response.writeHead(404).end();
  }

  /** The only memory there is: which of the faults that happen once have happened. */
  function isNew({ scenario, wire, conversation }: Question): boolean {
    // A path speaks of all its calls, a script of one.
    const call = isFault(scenario) ? [] : [userTexts(conversation), stepOf(conversation)];
    const place = JSON.stringify([scenario, wire.name, ...call]);
    const fresh = !happened.has(place);
    happened.add(place);
    return fresh;
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      // A script that cannot be read is the test's mistake: the agent shows it as the provider's words.
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { type: 'invalid_request_error', message: String(error) } }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    base: (scenario = 'ok') => `${url}/${scenario}`,
    requests,
    spent: (from = 0) => sumOf(requests.slice(from)),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function readBody(body: Buffer, encoding: string | undefined): Loose {
  const plain = (encoding && DECODERS[encoding]?.(body)) || body;
  const parsed: unknown = JSON.parse(plain.toString('utf8') || '{}');
  return isLoose(parsed) ? parsed : {};
}

async function give(
  response: ServerResponse,
  { wire, conversation }: Question,
  answer: Answer,
  slowMs: number,
) {
  const streamed = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };
  const json = { 'content-type': 'application/json' };
  switch (answer.kind) {
    case 'never':
      return;
    case 'silent':
      response.writeHead(200, streamed).write(': nothing more will come\n\n');
      return;
    case 'cut':
      response.writeHead(200, streamed).flushHeaders();
      await sleep(CUT_AFTER_MS);
      response.destroy();
      return;
    case 'spoil':
      await spoil(response, answer.fault, wire.stream(answer.reply), (texts) =>
        wire.stream({ ...answer.reply, texts }),
      );
      return;
    case 'refuse':
      response.writeHead(answer.body.status, { ...json, ...answer.body.headers });
      response.end(JSON.stringify(answer.body.body));
      return;
    case 'reply':
      if (answer.slow) await sleep(slowMs);
      if (conversation.stream) {
        response.writeHead(200, { ...streamed, 'request-id': `req_${answer.reply.id}` });
        response.end(wire.stream(answer.reply).map(eventText).join(''));
      } else response.writeHead(200, json).end(JSON.stringify(wire.whole(answer.reply)));
  }
}

const sumOf = (requests: readonly ModelRequest[]): Omit<Usage, 'usd'> =>
  requests.reduce(
    (sum, { usage }) => ({
      inputTokens: sum.inputTokens + (usage?.inputTokens ?? 0),
      cachedTokens: sum.cachedTokens + (usage?.cachedTokens ?? 0),
      outputTokens: sum.outputTokens + (usage?.outputTokens ?? 0),
    }),
    { inputTokens: 0, cachedTokens: 0, outputTokens: 0 },
  );
