/** WebSockets (B4): nobody comes in without the token. Needs Node, so it has an entry of its own. */
export { SocketError } from './unix/failure.ts';
export { type Admission, type Shown, sameAs, shownIn } from './websocket/admission.ts';
export { connectWebSocket } from './websocket/connect.ts';
export {
  listenWebSocket,
  refuseUpgrade,
  type WebSocketDoor,
  type WebSocketGate,
  type WebSocketListener,
  webSocketDoor,
} from './websocket/listen.ts';
