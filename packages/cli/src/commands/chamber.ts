import type { Command } from 'commander';
import type { Desk } from '../desk.ts';
import { withExamples } from '../examples.ts';

/** `chamber list --json`: an array of `{ key, path, branch, baseCommit, item }`. */
export function addChamber(program: Command, desk: Desk): void {
  const work = () => import('../chamber-work.ts');
  const chamber = program
    .command('chamber')
    .description('the folders agents work in: list, open, diff, restore, remove');
  withExamples(chamber, ['symphony chamber list', 'cd "$(symphony chamber open S-3)"']);

  const list = chamber
    .command('list')
    .description('list the chambers on disk')
    .option('--json', 'print them as JSON')
    .action(async (options: { json?: boolean }) => (await work()).listChambers(desk, options.json === true));
  withExamples(list, ['symphony chamber list']);

  const open = chamber
    .command('open <id>')
    .description("print the path of an item's chamber")
    .option('--shell', 'start your $SHELL there instead')
    .option('--json', 'print the chamber as JSON')
    .action(async (id: string, options: { shell?: boolean; json?: boolean }) =>
      (await work()).openChamber(desk, id, options),
    );
  withExamples(open, ['cd "$(symphony chamber open S-3)"', 'symphony chamber open S-3 --shell']);

  const diff = chamber
    .command('diff <id>')
    .description('show what an item changed since its branch was cut, committed or not')
    .option('--json', 'print { diff } as JSON')
    .action(async (id: string, options: { json?: boolean }) =>
      (await work()).diffChamber(desk, id, options.json === true),
    );
  withExamples(diff, ['symphony chamber diff S-3 | less']);

  const restore = chamber
    .command('restore <bundle>')
    .description('bring back the work of a removed chamber from its bundle')
    .option('--json', 'print what came back as JSON')
    .action(async (bundle: string, options: { json?: boolean }) =>
      (await work()).restoreChamber(desk, bundle, options.json === true),
    );
  withExamples(restore, ['symphony chamber restore .symphony/bundles/S-3.bundle']);

  const remove = chamber
    .command('remove <id>')
    .description('remove a chamber whose work is merged; other work is kept')
    .option('--force', 'also with unmerged work, which is stored first and can be brought back')
    .option('--json', 'print the outcome as JSON')
    .action(async (id: string, options: { force?: boolean; json?: boolean }) =>
      (await work()).removeChamber(desk, id, options),
    );
  withExamples(remove, ['symphony chamber remove S-3', 'symphony chamber remove S-3 --force']);
}
