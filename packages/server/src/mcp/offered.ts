import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerEventBus,
} from '@modelcontextprotocol/server';

/**
 * One thing that agents are offered: a tool, resources, a prompt, log messages. Every program that
 * connects is served by a server of its own, on which all that is offered is registered.
 */
export interface Offered {
  register(server: McpServer, hosting: Hosting): void;
}

/** What all that is offered on one endpoint shares. */
export interface Hosting {
  readonly guard: Guard;
  /** Where it is made known that a resource has changed. */
  readonly changes: ServerEventBus;
}

/** Runs one call so that it always comes to an end. */
export type Guard = <Result>(work: Work<Result>, call: () => Promise<Result>) => Promise<Result>;

/** What is called, as far as its guard must know it. */
export interface Work<Result> {
  readonly kind: 'tool' | 'resource' | 'prompt';
  readonly name: string;
  /** True when it may take as long as it takes: a person is being waited for. */
  readonly patient: boolean;
  /** Tells the caller, in one sentence, why it gets nothing. */
  readonly refuse: (sentence: string) => Result;
}

/** The refusal of what has no result for it, unlike tools. */
export function refuseCall(sentence: string): never {
  throw new ProtocolError(ProtocolErrorCode.InternalError, sentence);
}
