/** Local sockets (B4): reachable by this user only. Needs Node, so it has an entry of its own. */
export { connectUnix } from './unix/connect.ts';
export { SocketError, type SocketErrorCode } from './unix/failure.ts';
export { listenUnix, type UnixListener } from './unix/listen.ts';
export { socketPathFor } from './unix/socket-path.ts';
