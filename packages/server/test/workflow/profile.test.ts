import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** What the specification wants to be published of every adapter, by the words it is told with. */
const TOPICS = {
  kind: (kind: string) => new RegExp(`kind: ${kind}`),
  'keys and defaults': () => /under `provider`/,
  secrets: () => /secret|api_key|token/,
  'validation errors': () => /invalid_tracker_config/,
  scope: () => /\*\*Scope\*?\*?/,
  states: () => /\*\*States by default/,
  pages: () => /\*\*[Pp]ages/,
  limits: () => /limit/,
  'ids and native_ref': () => /`id`[\s\S]*`native_ref`/,
  normalisation: () => /labels[\s\S]{0,60}lower case/,
  'malformed records': () => /malformed/,
  tools: () => /\*\*Tools\.\*\*[\s\S]*tracker_read/,
  'error mapping': () => /\*\*Errors\.\*\*/,
} as const;

const PAGES = { board: 'board-files', github: 'trackers', linear: 'linear-tracker' } as const;

describe.each(Object.entries(PAGES))('svc-T4 the published profile of %s', (kind, page) => {
  const text = readFileSync(
    fileURLToPath(new URL(`../../../../docs/reference/${page}.md`, import.meta.url)),
    'utf8',
  );
  test.each(Object.entries(TOPICS))('tells of %s', (_topic, words) => {
    expect(text).toMatch(words(kind));
  });
});
