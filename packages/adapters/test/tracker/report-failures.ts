import { readdirSync } from 'node:fs';
import { failureOf } from '@symphony/domain';
import { openBoard } from '../../src/tracker/board/index.ts';

/** Tries every write on a board that cannot be written, and prints what came of each. */
const [folder = ''] = process.argv.slice(2);
const board = openBoard({ folder, states: ['Todo', 'Done'] });
const calls = {
  move: () => board.moveTo('S-1', 'Done'),
  comment: () => board.comment('S-1', 'k', 'x'.repeat(200_000)),
  add: () => board.add({ title: 'New', description: 'x'.repeat(200_000) }),
};
const outcomes: Record<string, unknown> = {};
for (const [name, call] of Object.entries(calls)) {
  outcomes[name] = await call().then(
    () => 'done',
    (error: unknown) => failureOf(error),
  );
}
const { items, problems } = await board.list();
console.log(
  JSON.stringify({ outcomes, items: items.map((item) => item.state), problems, files: readdirSync(folder) }),
);
