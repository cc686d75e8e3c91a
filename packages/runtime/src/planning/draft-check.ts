import { type ExecutionStep, type Json, referencesIn, type ToolDescription } from '@symphony/domain';

/**
 * What can be said about steps before anything is played, beyond the rules every plan keeps: tools that are not
 * there, parameters that are missing, references that are almost right.
 */
export function draftProblems(
  steps: readonly ExecutionStep[],
  tools: ReadonlyMap<string, ToolDescription>,
): string[] {
  return steps.flatMap((step) => {
    const { stepNumber, toolName, parameters } = step;
    const place = `Step ${stepNumber}`;
    const problems = misspelled(parameters).map(
      (text) =>
        `${place} has \`${text}\`, which is no reference. Write {{step_N_output}} or {{step_N_output.path}}.`,
    );
    if (toolName === '') return [...problems, `${place} names no tool.`];
    if (toolName === 'none') return problems;
    const tool = tools.get(toolName);
    if (!tool) return [...problems, `${place} names \`${toolName}\`, which is no tool here.`];
    const lacking = requiredOf(tool).filter((name) => !Object.hasOwn(parameters, name));
    if (lacking.length === 0) return problems;
    return [
      ...problems,
      `${place} lacks ${lacking.map((name) => `\`${name}\``).join(', ')}, which ${toolName} needs.`,
    ];
  });
}

const requiredOf = ({ input }: ToolDescription): readonly string[] =>
  Array.isArray(input.required) ? input.required.filter((each) => typeof each === 'string') : [];

/** `{{step1.output}}` would reach the tool as it is written. */
function misspelled(value: Json): string[] {
  if (typeof value === 'string')
    return [...value.matchAll(/\{\{\s*steps?[^{}a-zA-Z]*\d[^{}]*\}\}/gi)]
      .map(([text]) => text)
      .filter((text) => referencesIn(text).length === 0);
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((each: Json) => misspelled(each));
}
