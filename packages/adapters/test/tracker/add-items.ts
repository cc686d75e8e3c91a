import { type Board, openBoard } from '../../src/tracker/board/index.ts';

/** A process of its own that adds items as fast as it can and prints the ids it got. */
const [folder = '', count = '0', who = ''] = process.argv.slice(2);
const board: Board = openBoard({ folder, states: ['Todo', 'Done'] });
const titles = Array.from({ length: Number(count) }, (_, number) => `${who} ${number}`);
const items = await Promise.all(titles.map((title) => board.add({ title })));
console.log(JSON.stringify(items.map((item) => [item.id, item.title])));
