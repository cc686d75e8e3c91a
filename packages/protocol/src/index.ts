export type { CommandAnswer, ConductorClient, NewItemDetails, OperatorCommand } from './client.ts';
export {
  type EventsParams,
  type FollowParams,
  type Hello,
  MAX_ENTRIES,
  type Method,
  type Methods,
  NOT_MET,
  type NoParams,
  type Notifications,
  type ParamsOf,
  type ResultOf,
  type Streams,
  type TerminalParams,
} from './methods.ts';
export type { Queries, QueryName, QueryParams, QueryResult } from './queries.ts';
export {
  type ReconnectingClient,
  type ReconnectingOptions,
  reconnectingClient,
} from './reconnecting-client.ts';
export { RequestError } from './request-error.ts';
export { type ClientOptions, connectClient, type SocketClient } from './socket-client.ts';
export {
  MAX_INPUT,
  type TerminalFrame,
  type TerminalRequest,
  type TerminalSize,
  type TerminalView,
} from './terminal.ts';
export { requestErrorOf, rpcErrorOf } from './wire-failure.ts';
