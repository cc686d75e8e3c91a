import { RPC_CODES, RpcError } from '@symphony/bus';
import {
  type ConductorClient,
  RequestError,
  type TerminalFrame,
  type TerminalParams,
  type TerminalView,
} from '@symphony/protocol';

/** The terminals one client looks at, by the numbers it gave them. Each ends with its stream. */
export class TerminalViews {
  readonly #open = new Map<number, Promise<TerminalView>>();
  readonly #client: ConductorClient;
  /** Makes the answer of whatever went wrong. */
  readonly #refusal: (error: unknown) => RpcError;

  constructor(client: ConductorClient, refusal: (error: unknown) => RpcError) {
    this.#client = client;
    this.#refusal = refusal;
  }

  /** Asked for the next frame only when the client has room for it, and told at once when it leaves. */
  async frames({ viewer, id, ...request }: TerminalParams): Promise<AsyncIterable<TerminalFrame>> {
    if (this.#open.has(viewer)) {
      const data = { code: 'invalid', nextStep: 'Choose another number.' };
      throw new RpcError(RPC_CODES.invalidParams, `Viewer ${viewer} looks already.`, data);
    }
    const forget = () => void this.#open.delete(viewer);
    const opening = this.#client.terminal(id, request);
    this.#open.set(viewer, opening); // at once: what is typed may be on its way already
    const view = await opening.catch((error: unknown) => {
      forget();
      throw this.#refusal(error);
    });
    const frames = view.frames[Symbol.asyncIterator]();
    return {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          try {
            const next = await frames.next();
            if (next.done === true) forget();
            return next;
          } catch (error) {
            forget();
            throw this.#refusal(error);
          }
        },
        return: async () => {
          forget();
          await view.close();
          return { done: true, value: undefined };
        },
      }),
    };
  }

  /** The view of that number. Rejects with RequestError for one that is over. */
  async of(viewer: number): Promise<TerminalView> {
    const view = this.#open.get(viewer);
    if (view) return view;
    throw new RequestError('missing', `There is no open terminal ${viewer}.`, 'Attach again.');
  }
}
