/** The agents that tests may run for real, with how readily: the quick ones on every commit. */
const AGENTS = { claude: '1', codex: '1', opencode: 'all', gemini: 'all' } as const;

export type RealAgentName = keyof typeof AGENTS;

/**
 * Whether a test may use the real program: only where somebody asked for it (`npm run test:agents`),
 * because it has to be installed first and takes its time.
 */
export function realAgent(
  name: RealAgentName,
  env: Readonly<Record<string, string | undefined>> = process.env,
): { readonly path: string } | { readonly reason: string } {
  const wanted = env.SYMPHONY_REAL_AGENTS;
  if (!wanted) return { reason: 'SYMPHONY_REAL_AGENTS is not set: the recorded streams are played instead' };
  if (wanted !== 'all' && AGENTS[name] === 'all')
    return { reason: `${name} takes its time: it is run with SYMPHONY_REAL_AGENTS=all only` };
  const variable = `SYMPHONY_AGENT_${name.toUpperCase()}`;
  const path = env[variable];
  return path ? { path } : { reason: `${variable} does not name the program: run \`npm run test:agents\`` };
}
