import { openBoard } from '@symphony/adapters/tracker/board';
import { failureOf } from '@symphony/domain';
import { type ConfigResult, columnsOf, type ProjectConfig } from '../config/index.ts';
import { openPrompts } from '../prompts/index.ts';
import { counted, type Finding, ok, problem, warning } from './finding.ts';
import { lookAt } from './look.ts';

/** What the project says: its configuration, prompts and board. */

export function checkConfig(result: ConfigResult): Finding[] {
  const fix = 'Correct the line; `symphony config validate` checks again.';
  const warnings = result.warnings.map((each) => warning('config', each.message, fix));
  if (!result.ok)
    return [...result.problems.map((each) => problem('config', each.message, fix)), ...warnings];
  return warnings.length > 0 ? warnings : [ok('config', 'The configuration is valid.')];
}

export async function checkPrompts(
  root: string,
  { config, workflow }: Pick<ConfigResult, 'config' | 'workflow'>,
): Promise<Finding[]> {
  const wrong = await openPrompts({ root, config: () => config, workflow: () => workflow }).check();
  if (wrong.length === 0) return [ok('prompts', 'Every prompt can be rendered.')];
  return wrong.map(({ failure }) =>
    problem('prompts', failure.message, failure.nextStep ?? 'Correct the template.'),
  );
}

export async function checkBoard(folder: string, config: ProjectConfig): Promise<Finding[]> {
  // Opening a board makes its folder; looking must not.
  if (!lookAt(folder)) return [ok('board', 'The board is empty.')];
  try {
    const { items, problems } = await openBoard({ folder, states: columnsOf(config) }).list();
    if (problems.length === 0) return [ok('board', `The board has ${counted(items.length, 'item')}.`)];
    return problems.map(({ where, message }) =>
      warning('board', `${where}: ${message}`, `Correct ${where} in .symphony/board.`),
    );
  } catch (error) {
    const failure = failureOf(error);
    const fix = failure.nextStep ?? 'Make `.symphony/board` a folder you may read.';
    return [problem('board', failure.message, fix)];
  }
}
