import { writeSync } from 'node:fs';
import { openAt, repeated } from './ground.ts';

/**
 * Stores until it is killed or done, and says each id once it is acknowledged.
 * Arguments: folder, mark, how many, size of a part, parts.
 */
const [folder = '', mark = '', times = '', size = '', parts = ''] = process.argv.slice(2);
const store = await openAt(folder);
writeSync(1, 'open\n');
for (let number = 0; number < Number(times); number += 1) {
  const content = Buffer.alloc(Number(size), `content ${mark} ${number} `);
  const request = { name: `name ${number}`, type: 'report', contentType: 'text/plain' };
  const { id } = await store.store(request, repeated(content, Number(parts)));
  writeSync(1, `${id}\n`);
}
store.close();
