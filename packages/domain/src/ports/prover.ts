import type { Evidence } from '../evidence.ts';
import type { RunId } from '../work-item.ts';

/** Runs the verify commands on one exact tree, stopping at the first that fails. */
export interface Prover {
  prove(request: ProveRequest): Promise<Evidence>;
  /** Ends the commands of a run that is being stopped; its `prove` then answers or rejects. */
  abandon?(run: RunId): Promise<void>;
}

export interface ProveRequest {
  readonly run: RunId;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly tree: string;
  readonly commit: string;
  readonly commands: readonly string[];
  readonly timeoutMs: number;
}
