import type { AgentPort } from '@symphony/domain';
import type { LoadedConfig } from '../config/index.ts';
import { variableOf } from '../config/secret.ts';
import { isSecretName } from './redact.ts';

/** Every value that must not be recorded: what the configuration takes from variables, and the agents' own keys. */
export function secretsOf(
  config: LoadedConfig,
  agents: Iterable<AgentPort>,
  env: NodeJS.ProcessEnv,
): string[] {
  const given = Object.entries(config.playerEnv).flatMap(([player, values]) =>
    Object.entries(values).flatMap(([name, value]) =>
      isSecretName(name) || variableOf(config.config.players[player]?.env[name]) !== null ? [value] : [],
    ),
  );
  const own = [...agents].flatMap(({ needs }) =>
    (needs?.variables ?? []).filter(isSecretName).map((name) => env[name] ?? ''),
  );
  return [
    ...Object.values(config.chamber.secrets),
    ...given,
    ...own,
    ...config.trackerSecrets,
    ...config.codeHostSecrets,
    ...(config.config.code_host.kind === 'local' ? [] : CODE_HOST_KEYS.map((name) => env[name] ?? '')),
    ...config.runtime.secrets,
    ...[config.outward.webhooks.github, config.outward.webhooks.linear].map(({ secret }) => secret ?? ''),
    ...MODEL_KEYS.map((name) => env[name] ?? ''),
  ];
}

/** Where a token is looked for when the configuration names none. */
const CODE_HOST_KEYS = ['GITHUB_TOKEN', 'GH_TOKEN'] as const;

/** Where the keys of models usually are, whether the configuration names them or not. */
export const MODEL_KEYS = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'] as const;
