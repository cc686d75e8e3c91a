import type { NodePath, Values } from '../flow/change.ts';

/**
 * The tools a flow's operator nodes run: built in, and later of extensions. An operator that was
 * under way when the conductor died is started again with the same `key`.
 */
export interface Operators {
  /** The names there are, for validation and for messages. */
  names(): readonly string[];
  /** Rejects with PortError; `missing` when there is no such operator. */
  run(request: OperatorRequest): Promise<Values>;
  /** Ends what runs under this key. Resolves when nothing of it is left. */
  stop(key: string): Promise<void>;
}

export interface OperatorRequest {
  /** Names this very piece of work for ever: `run/path/attempt`. */
  readonly key: string;
  readonly operator: string;
  /** As written in the node, with its placeholders filled. */
  readonly config: Values;
  readonly inputs: Values;
  readonly node: NodePath;
  /** The branch commands see: they run in a chamber cut from it. */
  readonly target: string;
}
