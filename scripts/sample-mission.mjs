/**
 * Starts the sample's mission on the conductor that plays the sample, with the command a person's own
 * `symphony mission start` sends: `node scripts/in-node.mjs scripts/sample-mission.mjs FOLDER`. Needs Node 24.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMission } from '../packages/adapters/src/mission/index.ts';
import { connectRunning } from '../packages/cli/src/connection.ts';

const ASK_EVERY_MS = 100;
const folder = process.argv[2];
const text = await readFile(join(folder, 'missions', 'command-line.yaml'), 'utf8');
const { plan, problems } = readMission(text, { name: 'command-line' });
if (plan === null || problems.length > 0) throw new Error(problems.map(({ sentence }) => sentence).join(' '));

// Ended by whoever started it, should no conductor come.
let running = await connectRunning(folder);
for (; running === null; running = await connectRunning(folder)) await sleep(ASK_EVERY_MS);
const { client } = running;
const answer = await client.command({ name: 'mission-start', plan, approved: true, by: 'npm start' });
await client.close();
if (!answer.accepted) {
  process.stderr.write(`symphony: ${answer.message}\n`);
  process.exitCode = 1;
}
