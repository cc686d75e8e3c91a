import type { Transport } from '../src/index.ts';

/**
 * The far end of the transport contract: says back what it hears. A line `bytes` makes it read bytes
 * from then on, `farewell` makes it say a lot and close, `close` makes it close.
 */
export function mirror(transport: Transport): void {
  let unread = '';
  const orders: Readonly<Record<string, () => void>> = {
    bytes: () => {
      transport.onBytes((bytes) => transport.send(bytes));
      transport.send('reading bytes\n');
    },
    farewell: () => {
      transport.send(`${'x'.repeat(1_000_000)}\n`);
      transport.close();
    },
    close: () => transport.close(),
  };
  transport.onText((text) => {
    const lines = (unread + text).split('\n');
    unread = lines.pop() ?? '';
    for (const line of lines) {
      const order = orders[line];
      if (order) order();
      else transport.send(`${line}\n`);
    }
  });
}
