import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly ms: number;
  /** 0 unset, 1 good, 2 bad. */
  readonly status: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface Collector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  readonly calls: readonly { readonly path: string; readonly headers: Record<string, unknown> }[];
  readonly services: readonly string[];
}

/** Takes OTLP as JSON, as a collector on this machine would. */
export async function openCollector(status = 200): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const calls: { path: string; headers: Record<string, unknown> }[] = [];
  const services: string[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    calls.push({ path: request.url ?? '', headers: request.headers });
    if (status === 200) {
      for (const group of JSON.parse(Buffer.concat(parts).toString()).resourceSpans) {
        services.push(plain(group.resource.attributes)['service.name'] as string);
        for (const scope of group.scopeSpans) spans.push(...scope.spans.map(read));
      }
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, calls, services };
}

interface WireAttribute {
  readonly key: string;
  readonly value: Record<string, unknown>;
}

const plain = (attributes: readonly WireAttribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

// biome-ignore lint/suspicious/noExplicitAny: what comes over the wire is read here
const read = (span: any): CollectedSpan => ({
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId || null,
  name: span.name,
  ms: Number((BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1_000_000n),
  status: span.status?.code ?? 0,
  attributes: plain(span.attributes),
});
