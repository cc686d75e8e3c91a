/**
 * Runs inside the sandbox where socat is not installed: listens on a port of its loopback and leads
 * every connection to a socket of the conductor. Plain JavaScript, for it runs by itself.
 */
import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';

const [port, socket] = process.argv.slice(2);

createServer({ allowHalfOpen: true }, (inside) => {
  const outside = connect({ path: socket, allowHalfOpen: true });
  // A connection that breaks is told to both of its ends, and concerns nobody else.
  pipeline(inside, outside, inside, () => undefined);
}).listen(Number(port));
