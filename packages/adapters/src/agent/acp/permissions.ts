import type { Peer } from './peer.ts';
import { permissionId } from './translate.ts';
import { at, type Fields, listOf, type RequestId, textOf } from './wire.ts';

/** Best first. An option that lasts would take the next decision away from the policy. */
const KINDS = {
  allow: ['allow_once', 'allow_always'],
  deny: ['reject_once', 'reject_always'],
} as const;

/** The option to choose, by its kind: names, ids and their order differ from agent to agent. */
export function optionFor(options: readonly unknown[], answer: 'allow' | 'deny'): string | null {
  for (const kind of KINDS[answer]) {
    const option = options.find((each) => at(each, 'kind') === kind);
    const id = textOf(at(option, 'optionId'));
    if (id !== null) return id;
  }
  return null;
}

interface Open {
  readonly request: RequestId;
  readonly toolCallId: string;
  readonly options: readonly unknown[];
}

/** The permissions an agent waits for. */
export class OpenPermissions {
  readonly #peer: Peer;
  readonly #open = new Map<string, Open>();

  constructor(peer: Peer) {
    this.#peer = peer;
  }

  add(request: RequestId, params: Fields): void {
    const toolCallId = textOf(at(params, 'toolCall', 'toolCallId')) ?? 'tool';
    const options = listOf(params.options);
    this.#open.set(permissionId(toolCallId, request), { request, toolCallId, options });
  }

  /** The tool it was about, or null when it is not waited for (any more). */
  answer(id: string, answer: 'allow' | 'deny'): string | null {
    const open = this.#open.get(id);
    if (!open) return null;
    this.#open.delete(id);
    const optionId = optionFor(open.options, answer);
    // Where there is no such option, calling it off is the one answer that allows nothing.
    const outcome = optionId === null ? { outcome: 'cancelled' } : { outcome: 'selected', optionId };
    this.#peer.respond(open.request, { outcome });
    return open.toolCallId;
  }

  /** Nobody will answer any more: the agent is told so. Gives the ids. */
  withdrawAll(): readonly string[] {
    const ids = [...this.#open.keys()];
    for (const { request } of this.#open.values())
      this.#peer.respond(request, { outcome: { outcome: 'cancelled' } });
    this.#open.clear();
    return ids;
  }

  /** The agent takes one request back. */
  withdraw(request: RequestId): string | null {
    for (const [id, open] of this.#open) {
      if (open.request !== request) continue;
      this.#open.delete(id);
      this.#peer.respond(request, { outcome: { outcome: 'cancelled' } });
      return id;
    }
    return null;
  }
}
