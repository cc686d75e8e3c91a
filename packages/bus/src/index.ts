export { Connection, type ConnectionOptions, MAX_BUFFERED_BYTES } from './connection.ts';
export { CallCancelled, CallTimedOut, type CloseReason, ConnectionClosed, RpcError } from './failure.ts';
export {
  type Decoded,
  encodeFrame,
  type FrameDecoder,
  FrameTooLarge,
  frameDecoder,
  MAX_FRAME,
} from './frames.ts';
export type { CallContext, RequestHandler } from './incoming-calls.ts';
export { CANCEL, type ErrorData, type MessageId, RPC_CODES } from './message.ts';
export type { Call } from './outgoing-calls.ts';
export type { After, Transport } from './transport.ts';
export { type MemoryTransport, memoryPair } from './transports/memory.ts';
