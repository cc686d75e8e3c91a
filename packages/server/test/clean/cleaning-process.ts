import { cleanNow } from '../../src/clean/index.ts';
import { workplaceAt } from '../../src/workplace.ts';

/** Cleans a repository once, as the conductor does it by itself. */
const workplace = workplaceAt(process.argv[2] ?? '');
process.stdout.write('ready\n');
const result = await cleanNow(workplace);
process.stdout.write(`${JSON.stringify(result)}\n`);
