import { Connection } from '../src/index.ts';
import { ownTransport } from '../src/transports/stdio.ts';

/** An extension as the bus sees it: answers over its own input and output. */
const connection = new Connection(ownTransport());
connection.handle('echo', (params) => params);
connection.handle('never', () => new Promise(() => undefined));
connection.handle('count', async function* () {
  for (let n = 0; ; n += 1) yield n;
});
connection.notify('ready');
