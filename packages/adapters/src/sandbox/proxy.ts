import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import {
  type PrepareRequestFunctionOpts,
  type PrepareRequestFunctionResult,
  RequestError,
  Server,
} from 'proxy-chain';
import { type HostRule, isAllowed, isLoopbackName, isOwnAddress, plainHost } from './hosts.ts';
import { type Upstream, upstreamFor } from './proxy-environment.ts';

/**
 * The only way from the sandboxes to the network. One proxy serves all runs; a run is known by the
 * password in its proxy address, and reaches the hosts on its list. What is encrypted
 * stays so: only the name of the host is looked at.
 */

export interface Passenger {
  readonly rules: readonly HostRule[];
  /** Known when the first program is started. */
  upstream: Upstream;
  refused(host: string): void;
}

export type Resolve = (host: string) => Promise<LookupAddress[]>;

const systemResolve: Resolve = (host) => lookup(host, { all: true });

export class FilteringProxy {
  readonly #passengers = new Map<string, Passenger>();
  readonly #server: Server;
  readonly #resolve: Resolve;

  constructor(resolve: Resolve = systemResolve) {
    this.#resolve = resolve;
    this.#server = new Server({
      host: '127.0.0.1',
      port: 0,
      authRealm: 'Symphony sandbox',
      prepareRequestFunction: (request) => this.#prepare(request),
    });
  }

  get port(): number {
    return this.#server.port;
  }

  listen(): Promise<void> {
    return this.#server.listen();
  }

  close(): Promise<void> {
    return this.#server.close(true);
  }

  admit(password: string, passenger: Passenger): void {
    this.#passengers.set(password, passenger);
  }

  dismiss(password: string): void {
    this.#passengers.delete(password);
  }

  async #prepare(request: PrepareRequestFunctionOpts): Promise<PrepareRequestFunctionResult> {
    const passenger = this.#passengers.get(request.password);
    if (passenger === undefined) return { requestAuthentication: true };
    const host = plainHost(request.hostname);
    if (!isAllowed(passenger.rules, host, request.port)) {
      passenger.refused(host);
      throw new RequestError(refusalOf(host), 403);
    }
    if (isLoopbackName(host)) return {};
    const upstreamProxyUrl = upstreamFor(passenger.upstream, {
      host,
      port: request.port,
      encrypted: !request.isHttp,
    });
    if (upstreamProxyUrl !== null) return { upstreamProxyUrl };
    if (isIP(host) !== 0) return {};
    return { dnsLookup: fixed(await this.#addresses(host, passenger)) };
  }

  /** Looked up here, and once: a name that leads back to this machine would open all of its ports. */
  async #addresses(host: string, passenger: Passenger): Promise<LookupAddress[]> {
    const found = await this.#resolve(host).catch(() => {
      throw new RequestError(`The host ${host} could not be found.`, 502);
    });
    if (!found.some((each) => isOwnAddress(each.address))) return found;
    passenger.refused(host);
    throw new RequestError(`${refusalOf(host)} It leads back to this machine.`, 403);
  }
}

type Lookup = NonNullable<PrepareRequestFunctionResult['dnsLookup']>;

const refusalOf = (host: string): string =>
  `The sandbox refused ${host}: it is not among the hosts this run may reach.`;

/** Answers with what was found before, in whichever of the two ways it is asked. */
function fixed(found: readonly LookupAddress[]): Lookup {
  const answerFrom: LookupFunction = (host, options, answer) => {
    const fitting = found.filter((each) => !options.family || each.family === options.family);
    const first = fitting[0];
    if (first === undefined)
      answer(Object.assign(new Error(`no address of ${host}`), { code: 'ENOTFOUND' }), '');
    else if (options.all) answer(null, fitting);
    else answer(null, first.address, first.family);
  };
  // The type also names a promise version, which connections never ask for.
  return answerFrom as Lookup;
}
