import { Connection } from '../src/index.ts';
import { listenUnix } from '../src/transports/unix.ts';

/** A process of its own that echoes over the socket given as its argument, until it is killed. */
const path = process.argv[2] as string;

await listenUnix({
  path,
  onConnection(transport) {
    const connection = new Connection(transport);
    let last = 0;
    connection.handle('echo', (params) => params);
    /** Answers with how many came before it, so that the caller sees loss, doubles and disorder. */
    connection.handle('count', async () => {
      last += 1;
      return last;
    });
    connection.handle('never', () => new Promise(() => undefined));
  },
});
process.stdout.write('listening\n');
