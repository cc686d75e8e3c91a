import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelChoice } from './choice.ts';
import { ModelFailure } from './failure.ts';

/** The packages are loaded when the first call needs them: most processes ask no model at all. */
export async function openProvider(
  choice: ModelChoice,
  name: string,
  fetch: Fetch,
): Promise<LanguageModelV4> {
  const { provider, model, key, headers = {}, baseUrl } = choice;
  if (baseUrl !== undefined && !isPlainUrl(baseUrl))
    throw new ModelFailure(
      'request',
      `${name}: its base URL has to be an http(s) address without a name, a password or a query.`,
    );
  const guarded = guardedFetch(fetch, name);
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      const baseURL = baseUrl === undefined ? 'https://api.anthropic.com/v1' : withVersion(baseUrl);
      return createAnthropic({ baseURL, apiKey: keyOf(key, name), headers, fetch: guarded })(model);
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      const baseURL = baseUrl ?? 'https://api.openai.com/v1';
      return createOpenAI({ baseURL, apiKey: keyOf(key, name), headers, fetch: guarded })(model);
    }
    case 'openai-compatible': {
      if (baseUrl === undefined)
        throw new ModelFailure('request', `${name}: an openai-compatible provider needs a base URL.`);
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const own = { name: provider, baseURL: baseUrl, headers, fetch: guarded, includeUsage: true };
      return createOpenAICompatible(key ? { ...own, apiKey: key } : own)(model);
    }
  }
}

export type Fetch = typeof globalThis.fetch;

function keyOf(key: string | undefined, name: string): string {
  // Without one the packages would look into the environment themselves.
  if (!key) throw new ModelFailure('key', `${name}: there is no key for this provider.`);
  return key;
}

function isPlainUrl(baseUrl: string): boolean {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password + url.search === '';
}

/** The program of the same company wants it without, its package with it. */
const withVersion = (baseUrl: string): string => {
  const plain = baseUrl.replace(/\/+$/, '');
  return /\/v\d+$/.test(plain) ? plain : `${plain}/v1`;
};

const MOST_BYTES = 32 * 1024 * 1024;
/** A page for people, a picture: some portal answered, not the provider. */
const NO_ANSWER = /^\s*(text\/html|text\/xml|application\/xml|application\/pdf|image\/|audio\/|video\/)/i;

/** Stops at the door what no package of a provider looks at: the type of an answer, and its size. */
function guardedFetch(fetch: Fetch, name: string): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const type = response.headers.get('content-type') ?? '';
    if (response.ok && NO_ANSWER.test(type)) {
      await response.body?.cancel();
      throw new ModelFailure(
        'garbage',
        `${name}: the provider sent ${type.slice(0, 60)} where an answer was expected.`,
      );
    }
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(bytesUpTo(MOST_BYTES, name)), {
      status,
      statusText,
      headers,
    });
  };
}

function bytesUpTo(
  most: number,
  name: string,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > most)
        controller.error(new ModelFailure('flood', `${name}: the provider sent more than ${most} bytes.`));
      else controller.enqueue(chunk);
    },
  });
}
