import { homedir, tmpdir } from 'node:os';
import { type EncloseRequest, type Enclosure, type Launch, PortError, type Sandbox } from '@symphony/domain';
import { bubblewrapArguments } from './bubblewrap.ts';
import { type BubblewrapTools, type Footing, findFooting } from './footing.ts';
import { gateCommand } from './gate.ts';
import { layoutOf } from './layout.ts';
import type { Resolve } from './proxy.ts';
import { proxyEnvironment, upstreamOf } from './proxy-environment.ts';
import { seatbeltProfile } from './seatbelt.ts';
import { LINUX, MACOS, type Machine, makeReady, survey } from './survey.ts';
import { openWayOut, SharedProxy, type WayOut } from './way-out.ts';

export interface SandboxOptions {
  readonly platform?: NodeJS.Platform;
  /** Where bubblewrap and socat are looked for. */
  readonly path?: string;
  /** Where sockets are put. Hidden from every run. */
  readonly temporary?: string;
  /** The home of whoever runs this. Hidden from every run. */
  readonly home?: string;
  /** How the proxy finds the addresses of a host. */
  readonly resolve?: Resolve;
}

export interface ConfineOptions {
  /**
   * Cuts the program off from the terminal it is started in. Wanted where that is a person's own;
   * a program that is started in a session of its own (as `spawnGroup` and a PTY do) needs it not,
   * and would no longer hear the signals of its group.
   */
  readonly ownSession?: boolean;
}

/** Of this adapter: a launch may be confined in more ways than the port names. */
export interface LocalEnclosure extends Enclosure {
  confine(launch: Launch, options?: ConfineOptions): Launch;
}

export interface LocalSandbox extends Sandbox {
  enclose(request: EncloseRequest): Promise<LocalEnclosure>;
}

/** A sandbox by the means of this machine: bubblewrap on Linux, sandbox-exec on macOS. */
export function openSandbox(options: SandboxOptions = {}): LocalSandbox {
  const platform = options.platform ?? process.platform;
  const temporary = options.temporary ?? tmpdir();
  const places = platform === 'darwin' ? MACOS : LINUX;
  const machine: Machine = {
    hidden: places.hidden,
    scratch: [...places.scratch, temporary],
    home: options.home ?? homedir(),
  };
  const shared = new SharedProxy(options.resolve);
  let footing: Promise<Footing> | null = null;
  const stand = () => {
    footing ??= findFooting(platform, options.path ?? process.env.PATH ?? '');
    return footing;
  };
  return {
    examine: async () => (await stand()).ability,
    enclose: async (request) => {
      const ground = await stand();
      if (ground.kind === 'none') throw cannot(ground);
      makeReady(request);
      const wayOut = await openWayOut(request, shared, {
        temporary,
        namespace: ground.kind === 'bubblewrap',
      });
      const wrap = ground.kind === 'bubblewrap' ? inBubblewrap(ground.tools) : inSeatbelt(ground.program);
      return {
        detail: detailOf(request),
        confine: (launch, { ownSession = false } = {}) => {
          wayOut.goThrough(upstreamOf(launch.env));
          const layers = layoutOf(survey(request, machine, launch.command));
          const [command = '', ...args] = wrap({ launch, layers, wayOut, ownSession });
          return {
            command,
            args,
            cwd: launch.cwd,
            env: { ...launch.env, ...proxyEnvironment(wayOut.proxyUrl) },
          };
        },
        close: () => wayOut.close(),
      };
    },
  };
}

interface Confinement {
  readonly launch: Launch;
  readonly layers: ReturnType<typeof layoutOf>;
  readonly wayOut: WayOut;
  readonly ownSession: boolean;
}

type Wrap = (confinement: Confinement) => string[];

/**
 * bubblewrap would end at the first signal to the group, and everything inside with it. It is made
 * to overlook those that ask; so the agent has its time, and bubblewrap ends when the agent has.
 */
const inBubblewrap =
  (tools: BubblewrapTools): Wrap =>
  ({ launch, layers, wayOut, ownSession }) => [
    ...(tools.overlooked.length === 0
      ? []
      : ['/usr/bin/env', `--ignore-signal=${tools.overlooked.join(',')}`, '--']),
    tools.program,
    ...bubblewrapArguments({
      isolation: tools.isolation,
      layers,
      sockets: wayOut.sockets,
      cwd: launch.cwd,
      ownSession,
    }),
    ...gateCommand({
      forwarder: tools.forwarder,
      ports: [wayOut.portInside, ...wayOut.loopback.map((each) => each.port)],
      restored: tools.overlooked,
    }),
    launch.command,
    ...launch.args,
  ];

const inSeatbelt =
  (program: string): Wrap =>
  ({ launch, layers, wayOut }) => [
    program,
    '-p',
    seatbeltProfile({ layers, ports: [wayOut.proxyPort, ...wayOut.loopback.map((each) => each.port)] }),
    launch.command,
    ...launch.args,
  ];

function detailOf(request: EncloseRequest): string {
  const hosts = request.hosts.length === 0 ? 'no host' : `only ${request.hosts.join(', ')}`;
  const caches = request.profile === 'strict' ? ' and no caches' : '';
  return `The agent writes only in its chamber and its own folders${caches}, and reaches ${hosts}.`;
}

function cannot(footing: Extract<Footing, { kind: 'none' }>): PortError {
  const { detail, fix } = footing.ability;
  return new PortError({
    code: footing.missing ? 'missing' : 'refused',
    message: detail,
    nextStep: fix ?? 'Set the sandbox to off in symphony.yaml to run without one.',
  });
}
