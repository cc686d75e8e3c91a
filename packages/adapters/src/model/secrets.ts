import type { ModelChoice } from './choice.ts';

/** Takes what is secret out of a text that people or logs may see. */
export type Censor = (text: string) => string;

/** Shorter values are words like `ollama`, which nobody takes for a key, and would blot out half a sentence. */
const SHORTEST_SECRET = 8;

const BLANK = '[key]';

export function censorOf(choices: readonly ModelChoice[]): Censor {
  const secrets = [...new Set(choices.flatMap(secretsOf))]
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    // The longest first: one may be part of another.
    .toSorted((a, b) => b.length - a.length);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, BLANK), text);
}

/** With the spellings under which they come back in other people's error texts. */
function secretsOf({ key, headers = {} }: ModelChoice): string[] {
  const plain = [
    key ?? '',
    ...Object.values(headers),
    ...Object.values(headers).flatMap((value) => value.split(' ')),
  ];
  return plain.flatMap((each) => [
    each,
    encodeURIComponent(each),
    JSON.stringify(each).slice(1, -1),
    Buffer.from(each).toString('base64'),
  ]);
}
