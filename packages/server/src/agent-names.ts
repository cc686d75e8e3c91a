/** Names only: the configuration is read without loading what they name. */

/** Spoken to by the Agent Client Protocol; `acp` is any other program that does. */
export const BY_ACP = ['opencode', 'gemini', 'claude-agent-acp', 'codex-acp', 'acp'] as const;

/** The agents there are adapters for. */
export const AGENTS: readonly string[] = ['claude', 'codex', ...BY_ACP, 'symphony', 'rehearsal'];
