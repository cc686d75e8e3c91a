import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EncloseRequest } from '@symphony/domain';
import { RELAY_SCRIPT, socketName } from './gate.ts';
import { type LoopbackPort, loopbackPorts, readHostRules } from './hosts.ts';
import type { FilteringProxy, Passenger, Resolve } from './proxy.ts';
import { type Upstream, upstreamOf } from './proxy-environment.ts';
import { openRelay, type Relay } from './relay.ts';

/** What serves the network of one run from outside the sandbox. */
export interface WayOut {
  /** The folder of its sockets, one for each port that leads out. */
  readonly sockets: string;
  /** Ports of the machine that the run reaches under the same number. */
  readonly loopback: readonly LoopbackPort[];
  /** Where the proxy listens on this machine. */
  readonly proxyPort: number;
  /** Where the run finds it. */
  readonly portInside: number;
  readonly proxyUrl: string;
  /** How the person reaches the network; a run's programs do not say it before they are started. */
  goThrough(upstream: Upstream): void;
  close(): Promise<void>;
}

/** The port of the proxy inside, or the next one that is not taken. */
const PROXY_PORT = 3128;

/** Runs while there is somebody to serve. */
export class SharedProxy {
  #users = 0;
  #proxy: Promise<FilteringProxy> | null = null;
  readonly #resolve: Resolve | undefined;

  constructor(resolve?: Resolve) {
    this.#resolve = resolve;
  }

  async take(): Promise<FilteringProxy> {
    this.#users += 1;
    this.#proxy ??= startProxy(this.#resolve);
    try {
      return await this.#proxy;
    } catch (error) {
      this.#users -= 1;
      this.#proxy = null;
      throw error;
    }
  }

  async release(): Promise<void> {
    this.#users -= 1;
    if (this.#users > 0) return;
    const proxy = this.#proxy;
    this.#proxy = null;
    await (await proxy)?.close();
  }
}

async function startProxy(resolve?: Resolve): Promise<FilteringProxy> {
  // Most conductors never confine anybody: what filters is loaded when the first one does.
  const { FilteringProxy } = await import('./proxy.ts');
  const proxy = new FilteringProxy(resolve);
  await proxy.listen();
  return proxy;
}

/** `namespace`: the run has a loopback of its own, and gets at this one through sockets only. */
export async function openWayOut(
  request: Pick<EncloseRequest, 'hosts' | 'refused'>,
  shared: SharedProxy,
  { temporary, namespace }: { temporary: string; namespace: boolean },
): Promise<WayOut> {
  const rules = readHostRules(request.hosts);
  const loopback = loopbackPorts(rules);
  const proxy = await shared.take();
  const portInside = namespace ? freePort(loopback) : proxy.port;
  const ends = [
    ...loopback.map((each) => ({ inside: each.port, target: each })),
    proxyEnd(portInside, proxy.port),
  ];
  const doors = await openDoors(temporary, namespace ? ends : []).catch(async (error) => {
    await shared.release();
    throw error;
  });
  const password = randomBytes(18).toString('base64url');
  const passenger: Passenger = { rules, upstream: upstreamOf({}), refused: once(request.refused) };
  proxy.admit(password, passenger);
  const close = async () => {
    proxy.dismiss(password);
    await doors.close();
    await shared.release();
  };
  let closing: Promise<void> | null = null;
  return {
    sockets: doors.folder,
    loopback,
    proxyPort: proxy.port,
    portInside,
    proxyUrl: `http://symphony:${password}@127.0.0.1:${portInside}`,
    goThrough: (upstream) => {
      passenger.upstream = upstream;
    },
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

interface End {
  readonly inside: number;
  readonly target: LoopbackPort;
}

const proxyEnd = (inside: number, port: number): End => ({ inside, target: { host: '127.0.0.1', port } });

function freePort(taken: readonly LoopbackPort[]): number {
  let port = PROXY_PORT;
  while (taken.some((each) => each.port === port)) port += 1;
  return port;
}

async function openDoors(
  temporary: string,
  ends: readonly End[],
): Promise<{ readonly folder: string; close(): Promise<void> }> {
  // Nobody but its owner may enter a folder made like this: that keeps other people's programs out.
  const folder = await mkdtemp(join(temporary, 'symphony-'));
  const relays: Relay[] = [];
  const close = async () => {
    await Promise.all(relays.map((relay) => relay.close()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await copyFile(fileURLToPath(new URL(RELAY_SCRIPT, import.meta.url)), join(folder, RELAY_SCRIPT));
    for (const { inside, target } of ends) {
      relays.push(
        await openRelay(join(folder, socketName(inside)), { host: target.host, port: target.port }),
      );
    }
    return { folder, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function once(tell: (what: string) => void): (what: string) => void {
  const told = new Set<string>();
  return (what) => {
    if (told.has(what)) return;
    told.add(what);
    tell(what);
  };
}
