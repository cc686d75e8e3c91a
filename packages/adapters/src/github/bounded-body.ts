import { Trouble } from './trouble.ts';

/** The whole body, or a trouble that says why it is not to be had. */
export async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of partsOf(response)) {
    size += part.byteLength;
    if (size > maxBytes) throw new Trouble('too-large', `the answer is larger than ${maxBytes} bytes`);
    parts.push(part);
  }
  return joined(parts, size);
}

/** The last `maxBytes` of the body or a little more, however long it is. */
export async function readEnd(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of partsOf(response)) {
    parts.push(part);
    size += part.byteLength;
    while (parts[0] && size - parts[0].byteLength >= maxBytes) size -= parts.shift()?.byteLength ?? 0;
  }
  return joined(parts, size);
}

async function* partsOf(response: Response): AsyncGenerator<Uint8Array> {
  try {
    yield* response.body ?? [];
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') throw error;
    throw new Trouble('truncated', 'the answer ended before it was whole');
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

/** Octokit takes unreadable JSON for a text; here it is a trouble. */
export function readJson(body: Uint8Array, contentType: string): unknown {
  if (!/^application\/([a-z.+-]+\+)?json\b/i.test(contentType) || body.byteLength === 0) return null;
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new Trouble('truncated', 'the answer is not the JSON it says it is');
  }
}
