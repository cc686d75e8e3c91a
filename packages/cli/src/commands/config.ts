import type { Command } from 'commander';
import type { Desk } from '../desk.ts';
import { withExamples } from '../examples.ts';
import { table } from '../screen/columns.ts';
import { harmless } from '../screen/harmless.ts';
import { markLines } from '../screen/mark-lines.ts';
import { openServer } from '../server-door.ts';

/** `config validate --json`: `{ ok, problems, warnings }`; `config show --json`: rows `{ path, value, source }`. */
export function addConfig(program: Command, desk: Desk): void {
  const config = program.command('config').description('check or explain the configuration');
  withExamples(config, ['symphony config validate', 'symphony config show']);
  const check = config
    .command('validate')
    .description('check .symphony/symphony.yaml and the prompts, naming file and line of every problem')
    .option('--json', 'print { ok, problems, warnings }')
    .action((options: { json?: boolean }) => validate(desk, options.json === true));
  withExamples(check, ['symphony config validate']);
  const show = config
    .command('show')
    .description('print every value and where it comes from; secrets by the name of their variable only')
    .option('--json', 'print rows { path, value, source }')
    .action((options: { json?: boolean }) => explainValues(desk, options.json === true));
  withExamples(show, ['symphony config show', 'symphony config show --json']);
}

async function validate(desk: Desk, json: boolean): Promise<void> {
  const { terminal } = desk;
  const server = await openServer();
  const result = await server.loadProjectConfig(await server.findWorkplace(desk.folder()));
  const problems = result.ok ? [] : result.problems;
  if (json) terminal.json({ ok: result.ok, problems, warnings: result.warnings });
  else {
    const remark = (status: 'problem' | 'warning') => (each: { readonly message: string }) =>
      ({ status, name: '', message: each.message, fix: null }) as const;
    const remarks = [...problems.map(remark('problem')), ...result.warnings.map(remark('warning'))];
    terminal.lines(markLines(remarks, terminal.frame()));
    if (result.ok) terminal.line('The configuration is valid.');
  }
  desk.endWith(result.ok ? 0 : 1);
}

async function explainValues(desk: Desk, json: boolean): Promise<void> {
  const { terminal } = desk;
  const server = await openServer();
  const result = await server.loadProjectConfig(await server.findWorkplace(desk.folder()));
  const rows = await server.explainConfig(result);
  if (json) return terminal.json(rows);
  const { columns, paint } = terminal.frame();
  const cells = harmless(rows).map(({ path, value, source }) => [
    { text: path, style: 'strong' } as const,
    { text: value },
    { text: source, style: 'dim' } as const,
  ]);
  terminal.lines(table(cells, [{ max: 34 }, { max: 'rest' }, { max: 28 }], columns, paint));
  if (!result.ok) terminal.note('The configuration is not valid: see `symphony config validate`.');
}
