import type { Command } from 'commander';
import { withConductor } from '../connection.ts';
import type { Desk } from '../desk.ts';
import { withExamples } from '../examples.ts';

/** `--json`: what the dashboard would begin with, once: `StatusView`. */
export function addTui(program: Command, desk: Desk): void {
  const command = program
    .command('tui')
    .description('watch and direct the conductor that runs here on a full screen')
    .option('--json', 'print the board once instead, as JSON')
    .action(async (options: { json?: boolean }) => {
      if (options.json) return desk.terminal.json(await withConductor(desk, ({ client }) => client.status()));
      return (await import('../attach/dashboard.ts')).showDashboard(desk);
    });
  withExamples(command, ['symphony tui', 'symphony -C ../other tui']);
}
