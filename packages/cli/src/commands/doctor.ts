import type { Command } from 'commander';
import type { Desk } from '../desk.ts';
import { withExamples } from '../examples.ts';
import { markLines } from '../screen/mark-lines.ts';
import { openServer } from '../server-door.ts';

/** `--json`: an array of `{ name, status: ok | warning | problem, message, fix }`. */
export function addDoctor(program: Command, desk: Desk): void {
  const command = program
    .command('doctor')
    .description('check that everything Symphony needs is there, and say how to mend what is not')
    .option('--json', 'print the findings as JSON')
    .action((options: { json?: boolean }) => examine(desk, options.json === true));
  withExamples(command, ['symphony doctor', 'symphony doctor --json']);
}

async function examine(desk: Desk, json: boolean): Promise<void> {
  const { terminal } = desk;
  const server = await openServer();
  // Some agents take seconds to say their version.
  if (!json && terminal.interactive) terminal.note('Looking…');
  const findings = await server.examine(await server.findWorkplace(desk.folder()));
  const bad = findings.filter(({ status }) => status === 'problem').length;
  if (json) terminal.json(findings);
  else {
    terminal.lines(markLines(findings, terminal.frame()));
    terminal.line(bad === 0 ? 'Ready.' : `${bad} to mend before Symphony can run.`);
  }
  desk.endWith(bad === 0 ? 0 : 1);
}
