import type { ArtifactStore, Clock } from '@symphony/domain';
import type { ConductorClient } from '@symphony/protocol';
import type { WebhookDesk, WebhookLimits } from '../webhook/index.ts';

export interface HttpOptions {
  readonly client: ConductorClient;
  readonly artifacts: Pick<ArtifactStore, 'get' | 'open'>;
  readonly version: string;
  /** Of this installation; what its cookie is called after. */
  readonly instance: string;
  /** What a page calls the repository. */
  readonly repository?: string;
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Without it the next free port is taken where `port` is not. */
  readonly exact: boolean;
  /** Lets in programs, and the page that carries it in its address. */
  readonly token: string;
  /** Lets in people. Must be set where others than this machine can come. */
  readonly password: string | null;
  /** Further names we may be called by, with a port where it is another than ours. */
  readonly names: readonly string[];
  /** The folder of the built workbench; it need not be there. */
  readonly assets: string;
  readonly clock: Clock;
  readonly warn: (message: string) => void;
  readonly patience?: Patience;
  /** What webhooks of trackers act on; absent: there is no such address. */
  readonly webhooks?: WebhookDesk;
  readonly webhookLimits?: WebhookLimits;
}

/** How long slow programs are borne, and how many at once. */
export interface Patience {
  readonly headersMs: number;
  /** For the whole request. */
  readonly requestMs: number;
  /** On a connection on which nothing moves. Streams show life more often. */
  readonly stallMs: number;
  readonly connections: number;
}

export const PATIENCE: Patience = {
  headersMs: 10_000,
  requestMs: 30_000,
  stallMs: 60_000,
  connections: 512,
};
