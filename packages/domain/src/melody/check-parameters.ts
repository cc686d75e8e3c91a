import type { Json } from '../work-item.ts';
import type { Parameter } from './melody.ts';
import { patternOf, ruleBrokenBy } from './parameter.ts';
import { isPlaceholderName, placeholderNames } from './placeholder.ts';
import type { MelodyProblem } from './problem.ts';
import { ROUND_NAMES, SURROUNDING_NAMES } from './scope.ts';
import { textsIn } from './text.ts';

const RESERVED = [...SURROUNDING_NAMES, ...ROUND_NAMES];

/** Whether the parameters can be given at all. */
export function checkParameters(parameters: readonly Parameter[]): MelodyProblem[] {
  const seen = new Set<string>();
  return parameters.flatMap((parameter, at) => {
    const found = complaints(parameter, seen.has(parameter.name));
    seen.add(parameter.name);
    return found.map(([key, sentence, nextStep]) => ({
      kind: 'parameter' as const,
      where: ['parameters', at, ...(key === '' ? [] : [key])],
      sentence,
      nextStep,
    }));
  });
}

type Complaint = readonly [key: string, sentence: string, nextStep: string];

function complaints(parameter: Parameter, again: boolean): Complaint[] {
  const { name } = parameter;
  const found: Complaint[] = [];
  if (!isPlaceholderName(name) || name.includes('.')) {
    const rule = 'Use a letter, then letters, digits, `-` and `_`.';
    found.push(['name', `\`${name}\` cannot be the name of a parameter.`, rule]);
  }
  if (RESERVED.includes(name))
    found.push(['name', `\`${name}\` has a meaning of its own in every melody.`, 'Choose another name.']);
  if (again) found.push(['name', `The parameter \`${name}\` is there twice.`, 'Take one of them out.']);
  return [...found, ...badConstraints(parameter), ...badDefault(parameter)];
}

function badConstraints(parameter: Parameter): Complaint[] {
  const { name } = parameter;
  if (parameter.type === 'choice' && parameter.options.length === 0)
    return [['options', `The parameter \`${name}\` has nothing to choose from.`, 'Give it `options`.']];
  if (parameter.type === 'text' && parameter.pattern !== undefined && patternOf(parameter.pattern) === null)
    return [
      ['pattern', `The pattern of \`${name}\` is not a regular expression.`, 'Correct it, or leave it out.'],
    ];
  const [low, high] =
    parameter.type === 'number'
      ? [parameter.min, parameter.max]
      : parameter.type === 'text' || parameter.type === 'list'
        ? [parameter.minLength, parameter.maxLength]
        : [];
  if (low === undefined || high === undefined || low <= high) return [];
  return [['', `No value of \`${name}\` can be ${low} or more and ${high} or less.`, 'Correct the bounds.']];
}

function badDefault(parameter: Parameter): Complaint[] {
  if (parameter.default === undefined || parameter.default === null) return [];
  const names = textsIn(parameter.default, []).flatMap(({ text }) => placeholderNames(text));
  const unknown = names.filter((name) => !SURROUNDING_NAMES.includes(name));
  if (unknown.length > 0) {
    const sentence = `The default of \`${parameter.name}\` speaks of \`${unknown[0]}\`, which is not known there.`;
    return [
      ['default', sentence, `Only ${SURROUNDING_NAMES.map((each) => `\`{{ ${each} }}\``).join(', ')} is.`],
    ];
  }
  const rule = names.length > 0 ? null : ruleBrokenBy(parameter, parameter.default as Json);
  return rule === null
    ? []
    : [['default', `The default of \`${parameter.name}\` must be ${rule}.`, 'Correct the default.']];
}
