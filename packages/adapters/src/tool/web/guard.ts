import { lookup as resolveName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { ToolError } from '@symphony/domain';
import ipaddr from 'ipaddr.js';

/**
 * Keeps a model from reaching what only this machine reaches: itself, the network around it, a cloud's metadata.
 * Addresses are judged where the connection is made, after the name was resolved, so that a name that answers
 * differently the second time gains nothing.
 */
export type Guard = (url: URL) => LookupFunction;

/**
 * `allowed`: hosts, as `name` or `name:port`, that may be reached wherever they are. The guard throws when an
 * address is none of the web, or names a refused host by number; else it gives how names are to be looked up.
 */
export const guardOf =
  (allowed: readonly string[]): Guard =>
  (url) => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw refused(`${url.protocol}// addresses are not fetched`);
    if (url.username !== '' || url.password !== '')
      throw refused('An address with a password in it is not fetched');
    const free = allowed.some((host) => [url.host, url.hostname].includes(host.toLowerCase()));
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    if (!free && ipaddr.isValid(literal) && !isPublic(literal)) throw outOfBounds(url.host);
    return lookupOf(free);
  };

const lookupOf =
  (free: boolean): LookupFunction =>
  (name, options, done) =>
    resolveName(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 4);
      const open = free ? found : found.filter(({ address }) => isPublic(address));
      const first = open[0];
      if (!first) return done(outOfBounds(name), '', 4);
      return options.all ? done(null, open) : done(null, first.address, first.family);
    });

/** Only `unicast` is: private, loopback, link-local, shared, translated and reserved ranges have names of their own. */
const isPublic = (address: string): boolean =>
  // `process` makes an IPv4 address of one that is only wrapped in IPv6.
  ipaddr.process(address).range() === 'unicast';

const outOfBounds = (host: string): ToolError => refused(`${host} is not on the public web`);

export const refused = (why: string): ToolError =>
  new ToolError(`${why}.`, {
    code: 'E8001',
    guidance: 'Use another address, or tell the person that this one is out of bounds.',
  });
