import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findWorkplace, startOrchestra } from '@symphony/server';
import { makeRepository } from '@symphony/testkit';
import { openClean } from '../../packages/server/src/clean/index.ts';
import type { Row } from './part.ts';
import { blocksBelow } from './stale-saving.ts';

const DAY = 86_400_000;
const MB = 1_000_000;

/**
 * Disk a number of finished items leaves below `.symphony`, as the disk counts it: really played by
 * the rehearsal player and really merged, then cleaned as it would be after 65 days and, when the
 * trash's time is over, after 100.
 */
export async function diskOfItems(count: number): Promise<Row[]> {
  const repository = await makeRepository();
  try {
    const workplace = await findWorkplace(repository.path);
    mkdirSync(workplace.board, { recursive: true });
    for (let number = 1; number <= count; number += 1)
      writeFileSync(join(workplace.board, `S-${number}.md`), itemFile(number));
    const orchestra = await startOrchestra({
      workplace,
      rehearse: true,
      target: null,
      exitWhenIdle: true,
      task: null,
      melody: null,
      version: 'bench',
    });
    const { code, reason } = await orchestra.finished;
    if (code !== 0) throw new Error(`not everything was merged: ${reason}`);
    const before = blocksBelow(workplace.folder);
    for (const days of [65, 100]) {
      const clean = await openClean(workplace, { now: () => Date.now() + days * DAY });
      await clean.carryOut(await clean.plan(null), null);
      clean.close();
    }
    const after = blocksBelow(workplace.folder);
    const row = (what: string, bytes: number): Row => ({ what, ours: bytes / MB, goal: null, peer: null });
    return [
      row(`disk per ${count} finished items, MB`, before),
      row(`disk per ${count} finished items after cleaning, MB`, after),
      row('of it the log and its text copy, MB', blocksBelow(workplace.log)),
      row('of it the artifacts, MB', blocksBelow(workplace.artifacts)),
      row(
        'of it the compile cache of the rehearsal player, MB',
        blocksBelow(join(workplace.sessions, 'compile-cache')),
      ),
    ];
  } finally {
    await repository.remove();
  }
}

function itemFile(number: number): string {
  const steps = [
    'say: I look around, think about it and write a file.',
    `write: { path: "work/${number}.txt", text: "the work of item ${number}\\n" }`,
    `commit: "Do the work of item ${number}"`,
  ];
  return `---\ntitle: Work number ${number}\nstate: Todo\nrehearsal:\n${steps.map((step) => `  - ${step}`).join('\n')}\n---\n`;
}
