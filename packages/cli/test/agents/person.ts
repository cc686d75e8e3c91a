import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a person has set up on their machine before they use Symphony. */

/** Logins and settings of whoever runs the tests: none of it may reach an agent here. */
const THEIRS = /^(ANTHROPIC|CLAUDE|CODEX|OPENAI|GITHUB|GH|LAB|XDG)_/;

/**
 * Runs `begin`, which must start its process before it returns, as somebody with this environment.
 * Nothing else runs meanwhile, so scenarios side by side do not see each other's.
 */
export function inEnvironment<T>(env: Readonly<Record<string, string>>, begin: () => T): T {
  const before = { ...process.env };
  for (const name of Object.keys(process.env)) if (THEIRS.test(name)) delete process.env[name];
  Object.assign(process.env, env);
  try {
    return begin();
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** A provider of one's own, as codex wants it described; few retries, so that a fault shows soon. */
export function codexSettings(home: string, url: string): void {
  mkdirSync(join(home, '.codex'));
  writeFileSync(
    join(home, '.codex', 'config.toml'),
    `model = "gpt-5.4"
model_provider = "lab"
check_for_update_on_startup = false

[analytics]
enabled = false

[feedback]
enabled = false

[model_providers.lab]
name = "lab"
base_url = ${JSON.stringify(url)}
env_key = "LAB_KEY"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 1
`,
  );
}

/**
 * Claude's own screen asks about its theme, the key and the folder before anything else, and for that
 * it calls home. Somebody who has used it before was asked all this already. A key is remembered by
 * its last twenty characters.
 */
export function claudeIsKnown(home: string, key: string, folder: string): void {
  writeFileSync(
    join(home, '.claude.json'),
    JSON.stringify({
      hasCompletedOnboarding: true,
      theme: 'dark',
      customApiKeyResponses: { approved: [key.slice(-20)], rejected: [] },
      projects: { [folder]: { hasTrustDialogAccepted: true } },
    }),
  );
}
