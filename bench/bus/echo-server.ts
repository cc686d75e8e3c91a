import { Connection } from '@symphony/bus';
import { listenUnix } from '@symphony/bus/unix';
import { memoryNow } from '../memory.ts';
import { listenBare } from './bare-echo.ts';
import { listenPeer } from './peer-echo.ts';

/**
 * The other process: echoes over a unix socket in one of three ways until it is killed.
 * `node echo-server.ts floor|ours|peer <path>`; says a line when it listens.
 */
const [kind, path = ''] = process.argv.slice(2);

async function listenOurs(): Promise<void> {
  await listenUnix({
    path,
    onConnection(transport) {
      const connection = new Connection(transport);
      let last = 0;
      connection.handle('echo', (params) => params);
      /** Answers with how many came before it, so that the caller sees loss, doubles and disorder. */
      connection.handle('count', () => {
        last += 1;
        return last;
      });
      connection.handle('memory', () => memoryNow());
    },
  });
}

if (kind === 'ours') await listenOurs();
else if (kind === 'floor') await listenBare(path);
else await listenPeer(path);
process.stdout.write('listening\n');
