import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface WebhookExamples {
  /** The event. */
  readonly name: string;
  readonly examples: readonly Readonly<Record<string, unknown>>[];
}

/** Every payload GitHub's examples have: those of github.com, and those of each Enterprise version beside them. */
export function webhookExamples(): readonly WebhookExamples[] {
  const folder = dirname(dirname(fileURLToPath(import.meta.resolve('@octokit/webhooks-examples'))));
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => JSON.parse(readFileSync(join(folder, name, 'index.json'), 'utf8')));
}
