import { writeSync } from 'node:fs';
import { openSqliteStore } from '@symphony/adapters/store/sqlite';

/** Appends until it is killed, and says each number once it is acknowledged. Arguments: folder, mark of the round. */
const [folder = '', round = ''] = process.argv.slice(2);
const store = openSqliteStore({ folder, durability: 'normal', mirror: true });
writeSync(1, 'open\n');
for (let number = 0; ; number += 1) {
  const size = number % 7 === 0 ? 5 : 1;
  const events = Array.from({ length: size }, (_, index) => ({
    type: 'item-reopened' as const,
    item: `item-${number % 9}`,
    why: `mark${round}z number ${number} part ${index} ${'ü'.repeat(number % 200)}`,
  }));
  const entries = store.append(1_750_000_000_000 + number, events);
  if (number % 50 === 0)
    store.saveSnapshot({ seq: store.lastSeq(), version: 1, state: JSON.stringify({ number }) });
  writeSync(1, `${entries.at(-1)?.seq}\n`);
}
