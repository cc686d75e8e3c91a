import { type OperatorRequest, type Operators, PortError, type Values } from '@symphony/domain';
import { endRun } from '../process/index.ts';
import { nearest } from '../written/nearest.ts';
import { command, commandMarker } from './command.ts';
import { ConfigValues } from './config-values.ts';
import { gitDiff } from './git-diff.ts';
import { gitLog } from './git-log.ts';
import type { Keep, Operator, OperatorPlace } from './operator.ts';
import { readFile } from './read-file.ts';
import { value } from './value.ts';
import { wait } from './wait.ts';
import { writeArtifact } from './write-artifact.ts';

export interface OperatorOptions extends Omit<OperatorPlace, 'keep' | 'notice'> {
  /** Left out: `write-artifact` refuses. */
  readonly artifacts?: { readonly keep: Keep };
  readonly notice?: OperatorPlace['notice'];
}

const BUILT_IN: ReadonlyMap<string, Operator> = new Map([
  ['command', command],
  ['git-diff', gitDiff],
  ['git-log', gitLog],
  ['read-file', readFile],
  ['value', value],
  ['wait', wait],
  ['write-artifact', writeArtifact],
]);

/** The operators every melody has (P7). Nothing runs until asked. */
export function openOperators(options: OperatorOptions): Operators {
  const { artifacts, notice, ...rest } = options;
  const place: OperatorPlace = {
    ...rest,
    keep: artifacts?.keep ?? null,
    notice: notice ?? (() => undefined),
  };
  return new BuiltInOperators(place);
}

interface Work {
  readonly ending: AbortController;
  readonly done: Promise<Values>;
}

class BuiltInOperators implements Operators {
  readonly #place: OperatorPlace;
  readonly #works = new Map<string, Work>();

  constructor(place: OperatorPlace) {
    this.#place = place;
  }

  names(): readonly string[] {
    return [...BUILT_IN.keys()];
  }

  /** A second call with a key that is under way waits for the first: the work is done once. */
  run(request: OperatorRequest): Promise<Values> {
    const underWay = this.#works.get(request.key);
    if (underWay) return underWay.done;
    const ending = new AbortController();
    const done = this.#run(request, ending.signal).finally(() => this.#works.delete(request.key));
    this.#works.set(request.key, { ending, done });
    return done;
  }

  async stop(key: string): Promise<void> {
    const work = this.#works.get(key);
    // Nothing of ours under this key: an earlier conductor may have left its processes.
    if (!work) return endRun(commandMarker(this.#place.instance, key));
    work.ending.abort();
    await work.done.catch(() => undefined); // told to whoever asked for the work
  }

  async #run(request: OperatorRequest, signal: AbortSignal): Promise<Values> {
    const operator = BUILT_IN.get(request.operator);
    if (!operator) throw unknownOperator(request.operator, this.names());
    const config = new ConfigValues(request.operator, request.config, operator.keys);
    return operator.run({ request, config, signal }, this.#place);
  }
}

function unknownOperator(name: string, names: readonly string[]): PortError {
  const best = nearest(name, names);
  const sorted = [best, ...names.filter((each) => each !== best)];
  return new PortError({
    code: 'missing',
    message: `There is no operator "${name}"; there are ${sorted.join(', ')}.`,
    nextStep: `Did you mean "${best}"?`,
  });
}
