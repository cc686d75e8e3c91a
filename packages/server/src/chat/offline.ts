import { type ArtifactStore, PortError } from '@symphony/domain';
import { loadConfig } from '../config/index.ts';
import { configRequest } from '../config-request.ts';
import { SystemClock } from '../system-clock.ts';
import { warn } from '../warning.ts';
import type { Workplace } from '../workplace.ts';
import type { Chats } from './index.ts';
import { keepingIn, openChats } from './open.ts';

/** The chats where no conductor runs: this process plays them itself, by the configuration as it is now. */
export async function openChatsHere(
  workplace: Workplace,
  artifacts: () => Promise<ArtifactStore>,
): Promise<Chats> {
  const config = await loadConfig(await configRequest(workplace));
  if (!config.ok)
    throw new PortError({
      code: 'invalid',
      message: `The configuration cannot be used: ${config.problems.map(({ message }) => message).join(' ')}`,
      nextStep: '`symphony config validate` lists every problem.',
    });
  return openChats({
    workplace,
    config: () => config,
    clock: new SystemClock(0),
    env: process.env,
    keep: async (name, text) => keepingIn(await artifacts())(name, text),
    warn,
  });
}
