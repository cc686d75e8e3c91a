import type { Launch } from './agent.ts';

/**
 * Where agents are kept. `standard`: they write only in their chamber, its git folder, their own
 * folders and named caches, reach only named hosts, and see no home but their own part of it.
 * `strict`: no caches and no package registries either. `off`: nothing is enforced.
 */
export type SandboxProfile = 'off' | 'standard' | 'strict';

export interface Sandbox {
  /** What can be enforced on this machine. Asked once; never rejects. */
  examine(): Promise<SandboxAbility>;
  /** Prepares the sandbox of one run. Rejects with PortError when it cannot be enforced. */
  enclose(request: EncloseRequest): Promise<Enclosure>;
}

export interface SandboxAbility {
  readonly files: boolean;
  readonly network: boolean;
  readonly processes: boolean;
  /** How it is done, or why it is not: one sentence. */
  readonly detail: string;
  /** What to install, when that would help. */
  readonly fix: string | null;
}

export interface EncloseRequest {
  readonly run: string;
  readonly profile: Exclude<SandboxProfile, 'off'>;
  /** The agent works here. */
  readonly chamber: string;
  /** The main working tree: readable, except for its `.symphony` folder. */
  readonly repository: string;
  /** Writable besides the chamber: its git folders, the agent's own, its temporary folder. They exist. */
  readonly writable: readonly string[];
  /** Below a writable folder, and yet not to be written: git's hooks and configuration. */
  readonly readOnly: readonly string[];
  /** Caches that may be written under `standard`. What does not exist is left out. */
  readonly caches: readonly string[];
  /** Hosts that may be reached: `name`, `*.name`, `name:port`. Loopback hosts need a port. */
  readonly hosts: readonly string[];
  /** The agent's HOME: hidden but for what the lists above name, and the programs on PATH. */
  readonly home: string;
  /** Programs are found along it, so that those below HOME stay visible. */
  readonly path: string;
  /** Told about each host that was refused, once. */
  refused(what: string): void;
}

export interface Enclosure {
  /** One sentence about what is enforced. */
  readonly detail: string;
  confine(launch: Launch): Launch;
  /** Frees what serves the sandbox from outside. Repeating it is harmless. */
  close(): Promise<void>;
}
