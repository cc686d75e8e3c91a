export type { Backoff } from './backoff.ts';
export type { CallContext, RequestHandler } from './calls/open-call.ts';
export type { Call } from './calls/outgoing-calls.ts';
export { Connection } from './connection.ts';
export {
  type ConnectionOptions,
  MAX_BUFFERED_BYTES,
  type RequestOptions,
  type StreamRequestOptions,
} from './connection-options.ts';
export { CallCancelled, CallTimedOut, type CloseReason, ConnectionClosed, RpcError } from './failure.ts';
export { Feed, type FeedOptions, type History, type Published, type SubscribeRequest } from './feed/feed.ts';
export { serveFeed, subscribe } from './feed/over-connection.ts';
export { checkTopic, type TopicMatcher, topicMatcher } from './feed/topic.ts';
export { contentLength } from './framing/content-length.ts';
export {
  type ByteFraming,
  type FrameDecoder,
  FrameGarbled,
  FrameTooLarge,
  type Framing,
  MAX_FRAME,
  type TextFraming,
} from './framing/framing.ts';
export { loadMessagePack } from './framing/load-message-pack.ts';
export { newline } from './framing/newline.ts';
export type { Health, HeartbeatOptions } from './heartbeat.ts';
export { Link, type LinkOptions, type LinkState } from './link.ts';
export { CANCEL, type ErrorData, type MessageId, RPC_CODES } from './message.ts';
export type { Meta, Priority } from './meta.ts';
export type { After, Transport } from './transport.ts';
export { type MemoryTransport, memoryPair } from './transports/memory.ts';
