import { checkFlow } from '../flow/check.ts';
import { checkParameters } from './check-parameters.ts';
import { checkTexts } from './check-texts.ts';
import type { Melody, Trigger } from './melody.ts';
import type { MelodyProblem } from './problem.ts';

/** Everything that is wrong with a melody (P7). One without problems may be listed, triggered and played. */
export function checkMelody(melody: Melody): readonly MelodyProblem[] {
  return [
    ...checkNames(melody),
    ...checkParameters(melody.parameters),
    ...melody.triggers.flatMap((trigger, at) => checkTrigger(melody, trigger, at)),
    ...checkLimits(melody),
    ...checkSteps(melody),
    ...checkTexts(melody),
  ];
}

function checkNames({ name, title, version }: Melody): MelodyProblem[] {
  const found: MelodyProblem[] = [];
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || name.length > 60) {
    const nextStep = 'Use lower case letters, digits and single `-` between them, 60 at most.';
    found.push({
      kind: 'name',
      where: ['name'],
      sentence: `\`${name}\` cannot be the name of a melody.`,
      nextStep,
    });
  }
  if (title.trim() === '') {
    const nextStep = 'Say in a few words what it does.';
    found.push({ kind: 'name', where: ['title'], sentence: 'The melody has no title.', nextStep });
  }
  if (!/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/.test(version)) {
    const nextStep = 'Write it as three numbers in quotes: `"1.0.0"`.';
    found.push({
      kind: 'version',
      where: ['version'],
      sentence: `\`${version}\` is not a version.`,
      nextStep,
    });
  }
  return found;
}

function checkTrigger(melody: Melody, trigger: Trigger, at: number): MelodyProblem[] {
  const complain = (key: string, sentence: string, nextStep: string): MelodyProblem => ({
    kind: 'trigger',
    where: ['triggers', at, key],
    sentence,
    nextStep,
  });
  const given = Object.keys(trigger.parameters ?? {});
  const names = melody.parameters.map((each) => each.name);
  const unknown = given
    .filter((name) => !names.includes(name))
    .map((name) =>
      complain(
        'parameters',
        `The trigger gives \`${name}\`, which is not a parameter.`,
        'Add it to `parameters`.',
      ),
    );
  const missing = melody.parameters
    .filter((each) => each.default === undefined && each.required !== false && !given.includes(each.name))
    .map(({ name }) =>
      complain(
        'parameters',
        `The trigger does not give \`${name}\`, which is required.`,
        'Give it a value there, or a default.',
      ),
    );
  return [...unknown, ...missing, ...badTrigger(melody, trigger).map((said) => complain(...said))];
}

function badTrigger(melody: Melody, trigger: Trigger): (readonly [string, string, string])[] {
  switch (trigger.on) {
    case 'schedule':
      return trigger.cron.trim().split(/\s+/).length === 5
        ? []
        : [['cron', `\`${trigger.cron}\` does not have five fields.`, 'Every Monday at six is `0 6 * * 1`.']];
    case 'webhook':
      return /^[\w-]{1,60}$/.test(trigger.hook)
        ? []
        : [
            [
              'hook',
              `\`${trigger.hook}\` cannot be the name of a hook.`,
              'Use letters, digits, `-` and `_`.',
            ],
          ];
    case 'files':
      return trigger.paths.length > 0
        ? []
        : [['paths', 'The trigger watches no files.', 'Name some, such as `docs/**`.']];
    case 'item':
      return trigger.label || trigger.state || trigger.title
        ? []
        : [['on', 'The trigger would match every work item.', 'Give it a `label`, a `state` or a `title`.']];
    case 'melody':
      return trigger.melody !== melody.name
        ? []
        : [['melody', 'The melody would start itself for ever.', 'Name another melody, or use a loop.']];
    case 'git':
      return trigger.branch.trim() !== '' ? [] : [['branch', 'The trigger names no branch.', 'Name one.']];
  }
}

function checkLimits({ limits }: Melody): MelodyProblem[] {
  const found: MelodyProblem[] = [];
  for (const key of ['parallel', 'runs'] as const) {
    if (Number.isInteger(limits[key]) && limits[key] >= 1) continue;
    const nextStep = 'Use a whole number, 1 or more.';
    found.push({
      kind: 'limit',
      where: ['limits', key],
      sentence: `\`limits.${key}\` is ${limits[key]}.`,
      nextStep,
    });
  }
  for (const key of ['timeoutMs', 'usd'] as const) {
    const value = limits[key];
    if (value === null || value > 0) continue;
    const name = key === 'timeoutMs' ? 'timeout' : key;
    const nextStep = 'Use more than 0, or leave it out for no limit.';
    found.push({
      kind: 'limit',
      where: ['limits', name],
      sentence: `\`limits.${name}\` is ${value}.`,
      nextStep,
    });
  }
  return found;
}

function checkSteps({ flow }: Melody): MelodyProblem[] {
  if (flow.nodes.length === 0) {
    const nextStep = 'Give it at least one step.';
    return [{ kind: 'flow', where: ['flow'], sentence: 'The melody does nothing.', nextStep }];
  }
  return checkFlow(flow).map(({ where, sentence, nextStep }) => ({
    kind: 'flow',
    where: ['flow', ...where],
    sentence,
    nextStep,
  }));
}
