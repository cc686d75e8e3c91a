import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Bench, BenchOptions } from '../bench.ts';
import { measureApart } from '../fresh-process.ts';
import { figure, table } from '../table.ts';
import { playGitHub } from './github-hour.ts';
import { type Hour, type Share, shareOf } from './hour.ts';
import { playLinear } from './linear-hour.ts';

const RESULT = fileURLToPath(new URL('../results/trackers.md', import.meta.url));
const INTERVAL_MS = 30_000;
/** Percent of the hourly budget at 1,000 items. */
const GOAL = 20;

const HOURS = {
  'github issues': (items: number) => playGitHub('issues', items, INTERVAL_MS),
  'github project': (items: number) => playGitHub('project', items, INTERVAL_MS),
  linear: (items: number) => playLinear(items, INTERVAL_MS),
} as const;
type Name = keyof typeof HOURS;

/** What an hour of polling costs beside what the tracker allows. */
export const trackersBench: Bench = {
  measure: (request) => {
    const { name, items } = request as { name: Name; items: number };
    return HOURS[name](items);
  },
  run,
};

async function run({ quick, json, save }: BenchOptions): Promise<void> {
  const measured: Hour[] = [];
  for (const name of Object.keys(HOURS))
    for (const items of quick ? [100] : [100, 1_000])
      measured.push(await measureApart<Hour>('trackers', { name, items }));
  const missed = measured.filter((hour) => shareOf(hour) >= GOAL);
  const share = ({ used, limit }: Share): string =>
    `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`;
  const lines = [
    `An hour of polls every ${INTERVAL_MS / 1000} s, played against the stand-ins: each reads the open items, eight of them by id, and what people wrote; every second poll something was edited, finished or opened. GitHub allows an account 5,000 REST requests and 5,000 GraphQL points an hour and does not count what it answers with 304; Linear allows a key 2,500 requests and 3,000,000 points of complexity. On Linear's board every twentieth item waits for another one and every tenth is part of another one.`,
    '',
    table(
      [
        'tracker',
        'open items',
        'polls',
        'changes',
        'requests',
        '304',
        'counted',
        'points',
        'share',
        `< ${GOAL} %`,
      ],
      measured.map((hour) => [
        hour.tracker,
        ...[hour.items, hour.polls, hour.changes, hour.requests, hour.unchanged].map((each) =>
          each.toLocaleString('en'),
        ),
        share(hour.counted),
        share(hour.points),
        `${figure(shareOf(hour))} %`,
        shareOf(hour) < GOAL ? 'yes' : 'NO',
      ]),
    ),
    '',
    missed.length === 0 ? 'Every goal is met.' : `Goals missed: ${missed.length}.`,
  ];
  console.log(json ? JSON.stringify({ measured }, null, 2) : lines.join('\n'));
  if (save)
    writeFileSync(
      RESULT,
      `# Trackers, measured\n\n\`npm run bench -- trackers --save\` made this page.\n\n${lines.join('\n')}\n`,
    );
  if (missed.length > 0) process.exitCode = 1;
}
