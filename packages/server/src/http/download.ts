import { ReadableStream } from 'node:stream/web';
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { ArtifactStore } from '@symphony/domain';
import type { Env } from './guards.ts';

type Body = globalThis.ReadableStream<Uint8Array>;

/**
 * The bytes of an artifact, as a file to keep. Agents wrote them: whatever they call themselves, a
 * browser must never show them as a page of ours.
 */
export function downloadRoute(api: OpenAPIHono<Env>, artifacts: Pick<ArtifactStore, 'get' | 'open'>): void {
  const route = createRoute({
    method: 'get',
    path: '/artifacts/{id}/content',
    summary: 'The content of an artifact, as a file.',
    request: { params: z.object({ id: z.string().min(1).max(500) }) },
    responses: {
      200: {
        description: 'The bytes, held against their hash while they are sent.',
        content: {
          'application/octet-stream': { schema: z.any().openapi({ type: 'string', format: 'binary' }) },
        },
      },
    },
  });
  api.openapi(route, async (c) => {
    const { id, name, size } = await artifacts.get(c.req.valid('param').id);
    const headers = {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(size),
      'Content-Disposition': attachment(name),
      'Cache-Control': 'private, no-store',
    };
    if (c.req.method === 'HEAD') return c.body(null, 200, headers); // nobody would read what is opened
    return c.body(await opened(artifacts.open(id)), 200, headers);
  });
}

/** The first part is read before anything is answered: what cannot be read at all is told as such. */
async function opened(content: AsyncIterable<Uint8Array>): Promise<Body> {
  const parts = content[Symbol.asyncIterator]();
  const first = await parts.next();
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      for (let part = first; part.done !== true; part = await parts.next()) yield part.value;
    } finally {
      await parts.return?.();
    }
  }
  return ReadableStream.from(all()) as unknown as Body; // one and the same, declared twice
}

/** Its last part as a file's name, in plain letters and once more as it is (RFC 6266). */
export function attachment(name: string): string {
  const file = name.split(/[/\\]/).at(-1)?.toWellFormed() || 'artifact';
  const plain = file.replaceAll(/[^\w .()+-]/g, '_').slice(0, 150);
  const whole = encodeURIComponent(file.slice(0, 150).toWellFormed()).replaceAll(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
