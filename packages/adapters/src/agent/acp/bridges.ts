import type { AcpAgent } from './agents.ts';

/** Any program that speaks the protocol: the player's `command` and `args` say which. */
export const genericAcp: AcpAgent = {
  name: 'acp',
  command: null,
  args: [],
  needs: { own: [], hosts: [], variables: [] },
  mode: null,
  endsWithInput: true,
  runsOn: false,
  nullUsageFails: false,
  countsLastCall: false,
  saysFaults: false,
  version: { args: null, from: null, before: null },
  chunk: () => 'words',
  toolName: () => null,
  authMethod: () => null,
  prepare: async () => ({ args: [], env: {}, gauge: null }),
  login: async () => ({ login: 'unknown', fix: null }),
};

/** Claude Code behind a bridge. Its own adapter hears more; this one is for those who have only the bridge. */
export const claudeAgentAcp: AcpAgent = {
  ...genericAcp,
  name: 'claude-agent-acp',
  command: 'claude-agent-acp',
  needs: {
    own: ['~/.claude', '~/.claude.json'],
    hosts: ['*.anthropic.com', 'claude.ai', '*.claude.com'],
    variables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_BASE_URL', 'CLAUDE_CONFIG_DIR'],
  },
  mode: 'default',
  saysFaults: true,
  version: { args: null, from: '0.99.0', before: '0.100.0' },
  // Its own default is eleven tries, three minutes of silence.
  prepare: async ({ player }) => ({
    args: [],
    env: {
      CLAUDE_CODE_MAX_RETRIES: '2',
      DISABLE_AUTOUPDATER: '1',
      ...(player.model === null ? {} : { ANTHROPIC_MODEL: player.model }),
    },
    gauge: null,
  }),
};

/**
 * Codex behind a bridge. It answers a failed turn as if it had ended well, and lets a cancelled turn's
 * command run on. In `read-only` it asks before anything is written.
 */
export const codexAcp: AcpAgent = {
  ...genericAcp,
  name: 'codex-acp',
  command: 'codex-acp',
  needs: {
    own: ['~/.codex'],
    hosts: ['*.openai.com', 'chatgpt.com'],
    variables: ['OPENAI_API_KEY', 'CODEX_API_KEY', 'OPENAI_BASE_URL', 'CODEX_HOME'],
  },
  mode: 'read-only',
  endsWithInput: false,
  runsOn: true,
  nullUsageFails: true,
  version: { args: null, from: '2.6.0', before: '2.7.0' },
  // Warnings and errors come as text as well, but without the id that the model's own words have.
  chunk: (_text, messageId) => (messageId === null ? 'aside' : 'words'),
};
