import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Bench, BenchOptions } from '../bench.ts';
import { measureApart } from '../fresh-process.ts';
import { figure, table } from '../table.ts';
import { type Form, type Hour, playHour, shareOf } from './hour.ts';

const RESULT = fileURLToPath(new URL('../results/trackers.md', import.meta.url));
const INTERVAL_MS = 30_000;
/** Percent of GitHub's hourly budget at 1,000 items. */
const GOAL = 20;

/** What an hour of polling GitHub costs beside the 5,000 it allows. */
export const trackersBench: Bench = {
  measure: (request) => {
    const { form, items } = request as { form: Form; items: number };
    return playHour(form, items, INTERVAL_MS);
  },
  run,
};

async function run({ quick, json, save }: BenchOptions): Promise<void> {
  const measured: Hour[] = [];
  for (const form of ['issues', 'project'] as const)
    for (const items of quick ? [100] : [100, 1_000])
      measured.push(await measureApart<Hour>('trackers', { form, items }));
  const missed = measured.filter((hour) => shareOf(hour) >= GOAL);
  const lines = [
    `An hour of polls every ${INTERVAL_MS / 1000} s, played against the stand-in: each reads the open items and eight of them by id; every second poll something was edited, closed or opened. GitHub allows 5,000 REST requests and 5,000 GraphQL points an hour.`,
    '',
    table(
      [
        'tracker',
        'open items',
        'polls',
        'changes',
        'requests',
        '304',
        'REST',
        'points',
        'of 5,000',
        `< ${GOAL} %`,
      ],
      measured.map((hour) => [
        `github ${hour.form}`,
        ...[hour.items, hour.polls, hour.changes, hour.requests, hour.unchanged, hour.rest, hour.points].map(
          (each) => each.toLocaleString('en'),
        ),
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
