import type { TrainEntry } from '@symphony/domain';
import { LocalStage } from './local-stage.ts';
import { SampleRepository } from './sample-repository.ts';

/** Merges and lands entry after entry until somebody kills it: `train-process.ts ROOT PATH ENTRIES`. */
const [root = '', path = '', entries = '[]'] = process.argv.slice(2);
const stage = LocalStage.on(SampleRepository.at(root, path));
process.stdout.write('ready\n');
for (const entry of JSON.parse(entries) as TrainEntry[]) {
  await stage.land(await stage.assembled([entry], { verify: ['true'] }));
}
process.stdout.write('done\n');
