import type { Command } from 'commander';
import type { Desk } from '../desk.ts';
import { withExamples } from '../examples.ts';

/** `--json`: `{ symphony, node, platform }`. */
export function addVersion(program: Command, { terminal, version }: Desk): void {
  const command = program
    .command('version')
    .description('print the version of Symphony')
    .option('--json', 'print { symphony, node, platform }')
    .action((options: { json?: boolean }) => {
      if (options.json) {
        const platform = `${process.platform}-${process.arch}`;
        terminal.json({ symphony: version, node: process.versions.node, platform });
      } else terminal.line(version);
    });
  withExamples(command, ['symphony version', 'symphony version --json']);
}
