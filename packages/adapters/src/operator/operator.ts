import type { ChamberPort, OperatorRequest, Values } from '@symphony/domain';
import type { Git } from '../git/index.ts';
import type { ConfigValues } from './config-values.ts';

/** One built-in operator. What it does not know by name it refuses, so that a typing error is seen. */
export interface Operator {
  /** Every key its config may have. */
  readonly keys: readonly string[];
  run(call: Call, place: OperatorPlace): Promise<Values>;
}

/** One piece of work under way. */
export interface Call {
  readonly request: OperatorRequest;
  readonly config: ConfigValues;
  /** Aborted when the work is to end. */
  readonly signal: AbortSignal;
}

/** What operators work with, the same for all. */
export interface OperatorPlace {
  /** The main checkout. Operators read its history and never write to its working tree. */
  readonly repository: string;
  /** Marks every process, so that it is found again. */
  readonly instance: string;
  readonly git: Git;
  readonly chambers: Pick<ChamberPort, 'prepare' | 'remove'>;
  /** Everything a command may see of the conductor's own environment. */
  readonly environment: () => Readonly<Record<string, string>>;
  /** Keeps a text for good and answers its id: the same one for the same key. Null where nothing is kept. */
  readonly keep: Keep | null;
  /** Told, in a sentence, what stops nothing: a chamber that had to be kept. */
  readonly notice: (message: string) => void;
}

export type Keep = (name: string, type: string, text: string, key: string) => Promise<string>;
