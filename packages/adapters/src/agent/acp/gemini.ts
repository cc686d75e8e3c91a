import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AcpAgent, Place } from './agents.ts';
import { genericAcp } from './bridges.ts';
import { geminiGauge } from './gemini-gauge.ts';

const KEY = 'gemini-api-key';

/** The lowest of its settings files: whatever a person or a repository says counts before it. */
const DEFAULTS = 'GEMINI_CLI_SYSTEM_DEFAULTS_PATH';

/** Gemini CLI. What its protocol leaves out is read from its files. */
export const gemini: AcpAgent = {
  ...genericAcp,
  name: 'gemini',
  command: 'gemini',
  args: ['--acp', '--skip-trust'],
  needs: {
    own: ['~/.gemini'],
    hosts: ['*.googleapis.com', 'accounts.google.com'],
    variables: [
      'GEMINI_API_KEY',
      'GOOGLE_API_KEY',
      'GOOGLE_GEMINI_BASE_URL',
      'GOOGLE_CLOUD_PROJECT',
      'GOOGLE_CLOUD_LOCATION',
      'GOOGLE_APPLICATION_CREDENTIALS',
      'GOOGLE_GENAI_USE_VERTEXAI',
      'GEMINI_CLI_HOME',
    ],
  },
  mode: 'default',
  endsWithInput: false,
  version: { args: ['--version'], from: '0.61.0', before: '0.62.0' },
  chunk: (text) => (text.startsWith('[MODE_UPDATE]') ? 'nothing' : 'words'),
  // It names a tool only in the id it makes for the call: `write_file__write_file_1794794042669_0`.
  toolName: ({ id }) => id.split('__')[0] ?? null,
  authMethod: (env) => (env.GEMINI_API_KEY ? KEY : null),
  prepare: async ({ player, env }) => {
    const log = env.TMPDIR ? join(env.TMPDIR, 'gemini.log') : null;
    return {
      args: player.model === null ? [] : ['--model', player.model],
      env: { ...(await withDefaults(env)), ...(log === null ? {} : { GEMINI_DEBUG_LOG_FILE: log }) },
      gauge: geminiGauge(homeOf(env), log),
    };
  },
  login: async ({ env }: Place) => {
    if (env.GEMINI_API_KEY || env.GOOGLE_API_KEY || env.GOOGLE_GENAI_USE_VERTEXAI)
      return { login: 'yes', fix: null };
    const signedIn = await isThere(join(homeOf(env), '.gemini', 'oauth_creds.json'));
    if (signedIn) return { login: 'yes', fix: null };
    // Keys may also lie in a `.env` file or in the system's key store, where this does not look.
    return { login: 'unknown', fix: 'Set GEMINI_API_KEY, or run `gemini` once and sign in.' };
  },
  interactive: ({ player, cwd, env, session }) => ({
    command: player.command ?? 'gemini',
    args: ['--resume', session, '--skip-trust', ...(player.model === null ? [] : ['--model', player.model])],
    cwd,
    env,
  }),
};

/**
 * A key in the environment is not used before some settings file says that keys are to be used. Gemini
 * reads this one only where no folder above it is open to others; otherwise it is told by `authMethod`.
 */
async function withDefaults(env: Place['env']): Promise<Record<string, string>> {
  if (!env.TMPDIR || env[DEFAULTS]) return {};
  const path = join(env.TMPDIR, 'gemini-defaults.json');
  const security = env.GEMINI_API_KEY ? { auth: { selectedType: KEY } } : {};
  const general = { maxAttempts: 3, enableAutoUpdate: false, enableAutoUpdateNotification: false };
  await writeFile(path, JSON.stringify({ general, security }));
  return { [DEFAULTS]: path };
}

const homeOf = (env: Place['env']): string => env.GEMINI_CLI_HOME ?? env.HOME ?? '';

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
