/** Makes the sample repository: `node scripts/in-node.mjs scripts/sample.mjs FOLDER`. Needs Node 24. */
import { buildSample } from '../packages/server/src/index.ts';

try {
  await buildSample(process.argv[2]);
} catch (error) {
  const nextStep = error.failure?.nextStep;
  process.stderr.write(`symphony: ${error.message}\n${nextStep ? `  ${nextStep}\n` : ''}`);
  process.exit(1);
}
