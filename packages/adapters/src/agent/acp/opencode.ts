import { randomBytes, randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { runBriefly } from '../program/index.ts';
import type { AcpAgent, Place } from './agents.ts';
import { genericAcp } from './bridges.ts';
import { eitherGauge } from './gauge.ts';
import { opencodeGauge } from './opencode-gauge.ts';
import { opencodeStore, storePath } from './opencode-store.ts';
import { type Fields, fieldsOf } from './wire.ts';

/** What it asks for leave to do. Reading stays free, as the sandbox sees to that. */
const ASKS = { bash: 'ask', edit: 'ask', webfetch: 'ask', external_directory: 'ask' };

/** It is asked while the version is; both have to be over in ten seconds. */
const LOGIN_PATIENCE_MS = 9_000;

/**
 * OpenCode. Its protocol says nothing of retries, and of what was used only what the last model call
 * did. What was used is read from its database; retries from the HTTP server it always runs beside,
 * whose port and password are chosen here.
 */
export const opencode: AcpAgent = {
  ...genericAcp,
  name: 'opencode',
  command: 'opencode',
  args: ['acp'],
  countsLastCall: true,
  needs: {
    own: ['~/.config/opencode', '~/.local/share/opencode', '~/.local/state/opencode', '~/.cache/opencode'],
    hosts: ['opencode.ai', '*.opencode.ai', 'models.dev', '*.anthropic.com', '*.openai.com', 'openrouter.ai'],
    variables: [
      'OPENCODE_API_KEY',
      'OPENCODE_CONFIG',
      'OPENCODE_CONFIG_CONTENT',
      'OPENCODE_CONFIG_DIR',
      'ANTHROPIC_API_KEY',
      'OPENAI_API_KEY',
      'OPENROUTER_API_KEY',
      'GEMINI_API_KEY',
      'XDG_CONFIG_HOME',
      'XDG_DATA_HOME',
      'XDG_STATE_HOME',
      'XDG_CACHE_HOME',
    ],
  },
  version: { args: ['--version'], from: '1.18.0', before: '1.19.0' },
  // The first it says of a tool has the tool's name for a title; later ones what the tool does.
  toolName: ({ title }, announced) => (announced ? title : null),
  prepare: async ({ player, env }) => {
    const port = await freePort();
    const password = randomBytes(24).toString('base64url');
    return {
      args: ['--port', String(port)],
      env: {
        ...asking(env, player.model),
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_SERVER_PASSWORD: password,
      },
      gauge: eitherGauge(opencodeStore(storePath(env)), opencodeGauge(port, password)),
    };
  },
  login: async ({ player, env }: Place, instance) => {
    const said = await runBriefly({
      instance,
      command: player.command ?? 'opencode',
      args: ['providers', 'list'],
      env,
      patienceMs: LOGIN_PATIENCE_MS,
    });
    const text = said.kind === 'said' ? `${said.stdout}\n${said.stderr}` : '';
    const found = /\b[1-9]\d* (?:credential|environment variable)/.test(text);
    // A key may also stand in its settings, where this does not look.
    if (found) return { login: 'yes', fix: null };
    return {
      login: 'unknown',
      fix: 'Run `opencode auth login`, unless a provider in its settings has a key.',
    };
  },
  interactive: ({ player, cwd, env, session }) => ({
    command: player.command ?? 'opencode',
    args: ['--session', session, ...(player.model === null ? [] : ['--model', player.model])],
    cwd,
    env: { ...env, ...asking(env, player.model), OPENCODE_DISABLE_AUTOUPDATE: '1' },
  }),
};

/** Said in its environment, over whatever its files and the repository's say, so that no file is written. */
function asking(env: Place['env'], model: string | null): Record<string, string> {
  const own = configOf(env.OPENCODE_CONFIG_CONTENT);
  const build = { ...fieldsOf(fieldsOf(own.agent).build), permission: ASKS };
  const config = {
    ...own,
    ...(model === null ? {} : { model }),
    permission: { ...fieldsOf(own.permission), ...ASKS },
    agent: { ...fieldsOf(own.agent), build },
  };
  return { OPENCODE_CONFIG_CONTENT: JSON.stringify(config), OPENCODE_PERMISSION: JSON.stringify(ASKS) };
}

function configOf(text: string | undefined): Fields {
  try {
    return fieldsOf(JSON.parse(text ?? '{}'));
  } catch {
    return {}; // what OpenCode could not have read either
  }
}

/** Below what systems give to outgoing connections: OpenCode takes its port only seconds later. */
const [LOWEST_PORT, HIGHEST_PORT] = [16_000, 32_000];

/** Free a moment ago; should somebody take it meanwhile, OpenCode does not start and says so. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
