import { type CommandResult, commandPassed, evidenceOf, failureOf, globMatches } from '@symphony/domain';
import type { EffectOf, Stage } from './ports.ts';

export async function prepareChamber(
  { ports, post }: Stage,
  effect: EffectOf<'prepare-chamber'>,
): Promise<void> {
  const { item, run, tracked, target, known } = effect;
  const { identifier, title } = tracked;
  try {
    const chamber = await ports.chambers.prepare({ item, identifier, title, target, known });
    await ports.chambers.runHook(chamber, 'before_run');
    const inspection = await ports.chambers.inspect(chamber);
    post({ type: 'chamber-ready', item, run, chamber, inspection });
  } catch (error) {
    post({ type: 'chamber-failed', item, run, failure: failureOf(error) });
  }
}

export async function inspectChamber(
  { ports, post }: Stage,
  effect: EffectOf<'inspect-chamber'>,
): Promise<void> {
  const { item, run, chamber } = effect;
  try {
    const inspection = await ports.chambers.inspect(chamber);
    const tracked = await ports.tracker.fetchByIds([item]).then(
      ([found]) => found ?? null,
      () => undefined, // a tracker that does not answer stops nobody (C17)
    );
    post({ type: 'chamber-inspected', item, run, inspection, tracked });
  } catch (error) {
    post({ type: 'run-broke', item, run, failure: failureOf(error) });
  }
}

export async function removeChamber(
  { ports, post }: Stage,
  effect: EffectOf<'remove-chamber'>,
): Promise<void> {
  const { item, chamber, target, force } = effect;
  const { key } = chamber;
  try {
    const removal = await ports.chambers.remove(chamber, { target, force });
    post({ type: 'chamber-removal', item, key, removal });
  } catch (error) {
    post({ type: 'chamber-removal', item, key, removal: { kind: 'kept', reason: failureOf(error).message } });
  }
}

/** No commands prove nothing and refuse nothing: the tree stands as it is. */
export async function prove(stage: Stage, effect: EffectOf<'prove'>): Promise<void> {
  const { item, run, chamber, tree, commit, commands, timeoutMs } = effect;
  const { prover, environment } = stage.ports;
  const env = { ...environment(), ...chamber.env };
  try {
    const own = await checkPart(stage, effect);
    const evidence =
      commands.length === 0 || own.some((result) => !commandPassed(result))
        ? evidenceOf(tree, commit, own)
        : await prover.prove({ run, cwd: chamber.path, env, tree, commit, commands, timeoutMs });
    if (!stage.isClosing()) stage.post({ type: 'proved', item, run, evidence });
  } catch (error) {
    if (!stage.isClosing()) stage.post({ type: 'not-proved', item, run, failure: failureOf(error) });
  }
}

/** What a mission asks of its parts besides the usual checks: they stay in their scope, and advice has its form. */
async function checkPart({ ports }: Stage, effect: EffectOf<'prove'>): Promise<CommandResult[]> {
  const { commit, scope, advice, target } = effect;
  const results: CommandResult[] = [];
  if (scope !== null) {
    const changed = await ports.survey.changed(target, commit);
    const outside = changed.filter((path) => !scope.some((glob) => globMatches(glob, path)));
    const said = `Outside its scope (${scope.join(', ')}): ${outside.slice(0, 20).join(', ')}. Take these changes back, or ask for the paths with request_scope.`;
    results.push(result('stays in its scope', outside.length === 0 ? '' : said));
  }
  if (advice !== null) {
    const read = await ports.advice.read({ kind: advice, commit });
    results.push(result('the advice can be read', read.ok ? '' : read.problems.join('\n')));
  }
  return results;
}

const result = (command: string, problem: string): CommandResult => ({
  command,
  exitCode: problem === '' ? 0 : 1,
  timedOut: false,
  durationMs: 0,
  outputTail: problem,
});
