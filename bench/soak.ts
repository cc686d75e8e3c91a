/**
 * Long forms of tests that the suite runs short. `npm run soak -- crash [--kills 500] [--seed n]`
 * kills a real conductor over and over and checks after every orchard that nothing was lost.
 */
import { parseArgs } from 'node:util';
import { crashThrough } from '../packages/cli/test/crash/killing.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { kills: { type: 'string', default: '500' }, seed: { type: 'string' } },
});

if (positionals[0] !== 'crash') {
  console.error('Usage: npm run soak -- crash [--kills 500] [--seed n]');
  process.exit(2);
}
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const started = Date.now();
console.log(`crash soak: ${values.kills} kills, seed ${seed}`);
const kills = await crashThrough({ seed, kills: Number(values.kills), tell: (line) => console.log(line) });
console.log(
  `${kills} kills in ${Math.round((Date.now() - started) / 1000)} s: nothing lost, nothing done twice`,
);
