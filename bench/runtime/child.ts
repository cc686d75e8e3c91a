/** One contestant and nothing else: what other benchmarks load would be counted as its memory and spared its import. */
import { measure } from './measure.ts';

const request = process.argv[process.argv.indexOf('--measure') + 1] ?? '{}';
console.log(JSON.stringify(await measure(JSON.parse(request) as Parameters<typeof measure>[0])));
process.exit(0); // whatever the contestant left under way is not waited for
