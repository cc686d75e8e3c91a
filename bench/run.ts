import { parseArgs } from 'node:util';
import { agentsBench } from './agents/bench.ts';
import type { Bench } from './bench.ts';
import { busBench } from './bus/bench.ts';
import { conductorBench } from './conductor/bench.ts';
import { facesBench } from './faces/bench.ts';
import { missionBench } from './mission/bench.ts';
import { pitBench } from './pit/bench.ts';
import { routerBench } from './router/bench.ts';
import { runtimeBench } from './runtime/bench.ts';
import { trackersBench } from './trackers/bench.ts';

/**
 * `npm run bench -- conductor|bus|pit|agents|faces|mission|runtime|router|trackers [--quick] [--json] [--save]`. Every measurement is
 * taken in a child process of its own, which is this file again with `--measure`: no measurement warms up or litters
 * the heap of another one.
 */
const BENCHES: Readonly<Record<string, Bench>> = {
  conductor: conductorBench,
  bus: busBench,
  pit: pitBench,
  agents: agentsBench,
  faces: facesBench,
  mission: missionBench,
  runtime: runtimeBench,
  router: routerBench,
  trackers: trackersBench,
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    measure: { type: 'string' },
  },
});

const names = positionals.length > 0 ? positionals : Object.keys(BENCHES);
const unknown = names.find((name) => !(name in BENCHES));
if (unknown !== undefined) {
  console.error(`There is no benchmark ${unknown}; there is ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}
for (const name of names) {
  const bench = BENCHES[name] as Bench;
  if (values.measure !== undefined) {
    console.log(JSON.stringify(await bench.measure(JSON.parse(values.measure))));
    process.exit(0); // whatever the measurement left under way is not waited for
  }
  await bench.run({ quick: values.quick, json: values.json, save: values.save });
}
