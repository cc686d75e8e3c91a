import type { Command } from 'commander';
import type { ItemOptions } from '../board-work.ts';
import type { Desk } from '../desk.ts';
import { several, wholeNumber, withExamples } from '../examples.ts';
import { oneLine } from '../screen/harmless.ts';

/** `board … --json`: TrackedItem of packages/domain/src/work-item.ts; `list`: `{ items, problems }`. */
export function addBoard(program: Command, desk: Desk): void {
  const { terminal } = desk;
  const work = () => import('../board-work.ts');
  const board = program
    .command('board')
    .description('the built-in board: add, list, show, move and edit work items');
  withExamples(board, ['symphony board add "Fix the date parser"', 'symphony board list']);

  const add = board.command('add <title>').description('put a work item on the board');
  itemOptions(add)
    .option('--json', 'print the item as JSON')
    .action(async (title: string, options: ItemOptions) => {
      const item = await (await work()).addItem(desk, title, options);
      if (options.json) terminal.json(item);
      else terminal.line(`${oneLine(item.identifier)} is on the board in ${oneLine(item.state)}.`);
    });
  withExamples(add, [
    'symphony board add "Fix the date parser" --priority 1 --label bug',
    'git log -1 --format=%b | symphony board add "Follow up" --description -',
  ]);

  const list = board
    .command('list')
    .description('list the items of the board')
    .option('--state <state>', 'only items in this state (may be repeated)', several)
    .option('--json', 'print { items, problems } as JSON')
    .action(async (options: { state?: string[]; json?: boolean }) => (await work()).listItems(desk, options));
  withExamples(list, ['symphony board list', 'symphony board list --state todo --json']);

  const show = board
    .command('show <id>')
    .description("print an item's file")
    .option('--json', 'print the item as JSON')
    .action(async (id: string, options: { json?: boolean }) =>
      (await work()).showItem(desk, id, options.json === true),
    );
  withExamples(show, ['symphony board show S-3']);

  const move = board
    .command('move <id> <state>')
    .description('put an item into another state')
    .option('--json', 'print the item as JSON')
    .action(async (id: string, state: string, options: { json?: boolean }) => {
      const item = await (await work()).moveItem(desk, id, state);
      if (options.json) terminal.json(item);
      else terminal.line(`${oneLine(item.identifier)} is in ${oneLine(item.state)}.`);
    });
  withExamples(move, ['symphony board move S-3 todo']);

  const edit = board.command('edit <id>').description('change an item; without options, in your $EDITOR');
  itemOptions(edit)
    .option('--title <title>', 'a new title')
    .option('--json', 'print the item as JSON')
    .action(async (id: string, options: ItemOptions) => {
      const item = await (await work()).editItem(desk, id, options);
      if (options.json) terminal.json(item);
      else terminal.line(`${oneLine(item.identifier)} is saved.`);
    });
  withExamples(edit, ['symphony board edit S-3', 'symphony board edit S-3 --priority 1']);
}

const itemOptions = (command: Command): Command =>
  command
    .option('-d, --description <text>', 'what is to be done; `-` reads it from standard input')
    .option('--label <label>', 'a label (may be repeated, or several with commas)', several)
    .option(
      '--priority <number>',
      '1 (most urgent) to 4; items with another number or none come last',
      wholeNumber,
    )
    .option('--blocked-by <id>', 'wait for this item (may be repeated)', several)
    .option('--state <state>', 'the column it goes into');
