import type {
  Chance,
  Clock,
  Journal,
  Json,
  ModelMessage,
  Models,
  Names,
  RuntimeEvent,
  StopSignal,
} from '@symphony/domain';
import type { Engines } from './engines.ts';
import type { Role } from './roles/role.ts';
import { RuntimeError } from './runtime-error.ts';
import type { Keep } from './session.ts';
import type { ToolRegistry } from './tools/registry.ts';

/** What a runtime is put together from. */
export interface RuntimeParts extends Engines {
  readonly tools: ToolRegistry;
  readonly models: Models;
  readonly clock: Clock;
  readonly names: Names;
  readonly chance?: Chance;
  readonly logger?: RuntimeLogger;
  /** Absent: nothing survives the process. */
  readonly journal?: Journal;
  readonly roles?: readonly Role[];
  /** Where long texts are put away. */
  readonly keep?: Keep;
  /** Takes secrets out of a text; applied to all that is told, recorded or returned. */
  readonly redact?: (text: string) => string;
}

export interface RuntimeLogger {
  info(message: string, fields?: Readonly<Record<string, Json>>): void;
  warn(message: string, fields?: Readonly<Record<string, Json>>): void;
}

export interface ExecuteOptions {
  readonly signal?: StopSignal;
  readonly onEvent?: (event: RuntimeEvent, session: string) => void;
  /** Its id, for whoever must know it beforehand. Absent: a fresh one. */
  readonly session?: string;
  /** The session it goes on with. */
  readonly after?: string;
  /** What was said before, oldest first. */
  readonly history?: readonly ModelMessage[];
  readonly attached?: readonly { readonly name: string; readonly text: string }[];
  /** Told to the model before it begins: the time, the place. */
  readonly known?: readonly string[];
}

const NEEDED = ['tools', 'models', 'clock', 'names'] as const;

/** Throws `E2004` when something is not there that nothing works without. */
export function requireParts(parts: RuntimeParts): void {
  const missing = NEEDED.filter((name) => !parts?.[name]);
  if (missing.length > 0)
    throw new RuntimeError(
      'E2004',
      `The runtime needs ${missing.join(', ')}.`,
      `Give it: new SymphonyRuntime({ ${NEEDED.join(', ')} }).`,
    );
}
