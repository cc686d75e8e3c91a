import { PortError } from '@symphony/domain';
import type { ProjectConfig } from '../config/index.ts';
import { type Environment, variableOf } from '../config/secret.ts';

export interface ArtifactKeys {
  readonly key?: Uint8Array;
  readonly formerKeys?: readonly Uint8Array[];
}

const BYTES = 32;

/**
 * The keys artifacts are encrypted with, from the variables the configuration names (P3). They never
 * leave this process and no message repeats them.
 */
export function artifactKeys(
  { artifacts }: Pick<ProjectConfig, 'artifacts'>,
  env: Environment,
): ArtifactKeys {
  const { key, former_keys: former } = artifacts;
  if (key === null && former.length === 0) return {};
  const formerKeys = former.map((each) => keyFrom(each, env));
  return key === null ? { formerKeys } : { key: keyFrom(key, env), formerKeys };
}

function keyFrom(named: string, env: Environment): Uint8Array {
  const name = variableOf(named);
  if (name === null)
    throw unusable('`artifacts.key` must name an environment variable, as `$SYMPHONY_ARTIFACT_KEY`.');
  const text = (env[name] ?? '').trim();
  if (text === '')
    throw unusable(`The environment variable \`$${name}\` with the key of the artifacts is not set.`);
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (bytes.length !== BYTES) throw unusable(`\`$${name}\` does not hold ${BYTES} bytes as hex or base64.`);
  return bytes;
}

const unusable = (message: string): PortError =>
  new PortError({ code: 'invalid', message, nextStep: '`openssl rand -hex 32` makes a key.' });
