/**
 * Long forms of tests that the suite runs short.
 * `npm run soak -- crash [--kills 500] [--seed n]` kills a real conductor over and over and checks after every
 * orchard that nothing was lost.
 * `npm run soak -- missions [--histories 100] [--seed n]` plays random missions with real git and checks that
 * nothing was lost, every merge is accounted for and the target was always green.
 */
import { parseArgs } from 'node:util';
import { crashThrough } from '../packages/cli/test/crash/killing.ts';
import { type HistoryEnd, playHistory } from '../packages/conductor/test/mission/history.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '500' },
    histories: { type: 'string', default: '100' },
    seed: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const started = Date.now();
const seconds = (): number => Math.round((Date.now() - started) / 1000);

const SOAKS: Readonly<Record<string, () => Promise<void>>> = { crash, missions };
const soak = SOAKS[positionals[0] ?? ''];
if (!soak) {
  console.error(
    'Usage: npm run soak -- crash [--kills 500] [--seed n] | missions [--histories 100] [--seed n]',
  );
  process.exit(2);
}
await soak();

async function crash(): Promise<void> {
  console.log(`crash soak: ${values.kills} kills, seed ${seed}`);
  const kills = await crashThrough({ seed, kills: Number(values.kills), tell: (line) => console.log(line) });
  console.log(`${kills} kills in ${seconds()} s: nothing lost, nothing done twice`);
}

async function missions(): Promise<void> {
  const count = Number(values.histories);
  console.log(`mission soak: ${count} histories from seed ${seed} on`);
  const sum = { chambers: 0, merged: 0, left: 0, conflicts: 0, commits: 0 };
  for (let at = 0; at < count; at += 1) {
    const end: HistoryEnd = await playHistory(seed + at);
    for (const key of Object.keys(sum) as (keyof HistoryEnd)[]) sum[key] += end[key];
    console.log(`${at + 1} of ${count}, seed ${seed + at}: ${JSON.stringify(end)}`);
  }
  console.log(
    `${count} histories in ${seconds()} s: ${sum.merged} merged + ${sum.left} left with their reasons = all that was queued, ` +
      `${sum.conflicts} came back, ${sum.commits} commits all there, the target always green`,
  );
}
