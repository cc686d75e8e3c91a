import { writeSync } from 'node:fs';
import { openRuntimeStore } from '@symphony/adapters/journal/sqlite';

/** Records until it is killed, and says how many entries are confirmed each time they are. Arguments: file, session. */
const [file = '', session = ''] = process.argv.slice(2);
const { journal, cabinet } = openRuntimeStore(file);
writeSync(1, 'open\n');
for (let number = 0; ; ) {
  const size = number % 7 === 0 ? 5 : 1;
  for (let part = 0; part < size; part += 1) {
    journal.record(session, 1_750_000_000_000 + number, {
      type: 'insight',
      text: `${number} ${'ü'.repeat(number % 200)}`,
    });
    number += 1;
  }
  await journal.written();
  cabinet.put([{ drawer: 'counts', key: session, value: number, at: 1 }]);
  writeSync(1, `${number}\n`);
}
