import type { Git } from '@symphony/adapters/git';
import type { ConductorState, ItemState } from '@symphony/conductor';
import { type ArtifactStore, type Instant, PortError, type Store } from '@symphony/domain';
import { type QueryName, type QueryParams, type QueryResult, RequestError } from '@symphony/protocol';
import { findItem } from '../../conductor-client.ts';

/** What answers are made from. */
export interface QueryParts {
  readonly store: Store;
  state(): ConductorState;
  readonly git: Git;
  /** The top of the main working tree. */
  readonly root: string;
  readonly artifacts: ArtifactStore;
  now(): Instant;
}

export type Handlers = {
  readonly [Q in QueryName]: (params: QueryParams<Q>) => Promise<QueryResult<Q>>;
};

/** By id, or by identifier in any case. */
export function itemNamed(state: ConductorState, id: string): ItemState {
  const item = state.items.get(findItem(state.items, id) ?? '');
  if (item) return item;
  throw new RequestError('missing', `There is no item ${id.slice(0, 100)}.`, '`symphony status` lists them.');
}

/**
 * The same handlers, with what a port refused said to the one who asked. A fault of ours stays what it
 * is: whoever carries the answer reports it whole.
 */
export function plainSpoken<H extends Partial<Handlers>>(handlers: H): H {
  const spoken = Object.entries(handlers).map(([name, handle]) => [
    name,
    async (params: never) => {
      try {
        return await (handle as (params: never) => Promise<unknown>)(params);
      } catch (error) {
        throw error instanceof PortError ? said(error) : error;
      }
    },
  ]);
  return Object.fromEntries(spoken) as H;
}

const said = (error: PortError): RequestError => {
  const { code, message, nextStep } = error.failure;
  return new RequestError(code, message, nextStep ?? '`symphony doctor` looks for the cause.', error);
};
