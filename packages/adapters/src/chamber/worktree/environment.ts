import { failure } from './failure.ts';

export interface Leased {
  readonly key: string;
  readonly ports: readonly number[];
  /** The chamber's list of ignored paths, when it has one. */
  readonly excludes: string | null;
}

/**
 * The values leased to one chamber. They follow from its key, its ports and the configuration of
 * the moment, so they stay the same from run to run unless the configuration changes.
 */
export function chamberEnvironment(
  configured: Readonly<Record<string, string>>,
  leased: Leased,
): Record<string, string> {
  const env: Record<string, string> = leased.ports[0] === undefined ? {} : { PORT: String(leased.ports[0]) };
  for (const [at, port] of leased.ports.entries()) env[`SYMPHONY_PORT_${at + 1}`] = String(port);
  if (leased.excludes !== null) Object.assign(env, excludesByEnvironment(leased.excludes));
  for (const [name, value] of Object.entries(configured)) env[name] = fillIn(name, value, leased);
  return env;
}

/** Linked and copied paths stay out of the agent's own `git add -A` without any change to the user's configuration. */
const excludesByEnvironment = (file: string): Record<string, string> => ({
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'core.excludesFile',
  GIT_CONFIG_VALUE_0: file,
});

function fillIn(name: string, value: string, { key, ports }: Leased): string {
  return value.replace(/\$\{(key|port(\d+))\}/g, (_, what: string, digits: string | undefined) => {
    if (what === 'key') return key;
    const port = ports[Number(digits) - 1];
    if (port === undefined)
      throw failure(
        'invalid',
        `The chamber value ${name} speaks of \${${what}}, but chambers lease ${ports.length} ports.`,
        `Raise the number of ports in .symphony/symphony.yaml to at least ${digits}.`,
      );
    return String(port);
  });
}
