/** WebSockets (B4): nobody comes in without the token. Needs Node, so it has an entry of its own. */
export { SocketError } from './unix/failure.ts';
export { TOKEN_COOKIE, tokenCookie } from './websocket/admission.ts';
export { connectWebSocket } from './websocket/connect.ts';
export {
  acceptWebSockets,
  listenWebSocket,
  type WebSocketGate,
  type WebSocketListener,
} from './websocket/listen.ts';
