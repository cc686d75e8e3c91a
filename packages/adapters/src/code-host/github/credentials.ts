import { PUBLIC_ENDPOINT } from '../../github/index.ts';
import type { HostGround } from './settings.ts';

/**
 * Credentials for one git process: they stand in its environment alone, as a header for GitHub's own
 * address. They are in no file, no address and no argument, so they reach no log.
 */
export async function pushEnvironment(ground: HostGround, address: string): Promise<Record<string, string>> {
  const url = URL.parse(address);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return {}; // ssh and folders have their own
  if (url.host !== webHost(ground.access.endpoint)) return {};
  const pair = Buffer.from(`x-access-token:${await ground.github.token()}`).toString('base64');
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${url.protocol}//${url.host}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${pair}`,
  };
}

/** Where git goes: beside the API, it is not below `api.`. */
const webHost = (endpoint: string): string =>
  endpoint === PUBLIC_ENDPOINT ? 'github.com' : new URL(endpoint).host;

/** An address without what may be secret in it, for people to read. */
export function plainAddress(address: string): string {
  const url = URL.parse(address);
  if (!url || (url.username === '' && url.password === '')) return address;
  url.username = '';
  url.password = '';
  return url.href;
}
