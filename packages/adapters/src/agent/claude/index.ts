import type { AgentNeeds, AgentPort } from '@symphony/domain';
import { detectClaude } from './detect.ts';
import { interactiveLaunch } from './program.ts';
import { startSession } from './session.ts';

export interface ClaudeOptions {
  /** Names the repository in the marker of every process. */
  readonly instance: string;
}

const NEEDS: AgentNeeds = {
  own: ['~/.claude', '~/.claude.json'],
  // The model, and where a login is renewed.
  hosts: ['api.anthropic.com', 'platform.claude.com', 'console.anthropic.com', 'claude.ai'],
  variables: [
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_AUTH_TOKEN',
    'ANTHROPIC_BASE_URL',
    'ANTHROPIC_CUSTOM_HEADERS',
    'ANTHROPIC_MODEL',
    'CLAUDE_CODE_OAUTH_TOKEN',
    'CLAUDE_CONFIG_DIR',
    'CLAUDE_CODE_MAX_RETRIES',
    'CLAUDE_CODE_ENABLE_TODO_TOOLS',
    'CLAUDE_BYTE_STREAM_IDLE_TIMEOUT_MS',
    'API_TIMEOUT_MS',
  ],
};

/** Claude Code, spoken to in its two-way stream-json mode. */
export function openClaude({ instance }: ClaudeOptions): AgentPort {
  return {
    name: 'claude',
    needs: NEEDS,
    tellsCost: true,
    start: (request, hear) => startSession(request, hear, { instance, now: Date.now }),
    detect: (request) => detectClaude(request, instance),
    interactive: interactiveLaunch,
  };
}
