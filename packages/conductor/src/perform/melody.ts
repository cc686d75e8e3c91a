import { failureOf, fillJson, type Json, PortError, REHEARSAL_NAMES, type Values } from '@symphony/domain';
import { REHEARSER } from '../policy/dry-run.ts';
import type { EffectOf, Stage } from './ports.ts';

/** Nodes of flows: agent nodes become work items, operators run, and whatever fails is told to its node. */

export async function makeItem({ ports, post }: Stage, effect: EffectOf<'make-item'>): Promise<void> {
  const { run, node, attempt, id, melody, work, dry, scope } = effect;
  try {
    const { tracker } = ports;
    if (!tracker.create) {
      throw new PortError({
        code: 'refused',
        message: `The ${tracker.kind} tracker cannot take items that Symphony makes.`,
        nextStep: 'Play melodies with agents on the built-in board.',
      });
    }
    const { player, rehearsal } = work;
    const fields = {
      melody,
      ...(dry ? { player: REHEARSER, dry } : player === undefined ? {} : { player }),
      ...(rehearsal === undefined ? {} : { rehearsal: fillIn(rehearsal, scope) }),
    };
    await tracker.create({
      id,
      title: String(fillIn(work.title, scope)),
      description: String(fillIn(work.description, scope)),
      labels: work.labels ?? [],
      priority: work.priority ?? null,
      fields,
    });
  } catch (error) {
    post({ type: 'node-broke', run, node, attempt, failure: failureOf(error) });
  }
}

export async function runNode(
  { ports, post, isClosing }: Stage,
  effect: EffectOf<'run-node'>,
): Promise<void> {
  const { run, node, attempt, what, scope, inputs, target } = effect;
  try {
    if (what.kind !== 'operator') throw notPlayable(what.kind, what.id);
    const config = fillIn(what.config ?? {}, scope) as Values;
    const key = nodeKey(effect);
    const outputs = await ports.operators.run({ key, operator: what.operator, config, inputs, node, target });
    if (!isClosing()) post({ type: 'node-answered', run, node, attempt, outputs });
  } catch (error) {
    // Ended because the conductor ends: the next one starts it again.
    if (!isClosing()) post({ type: 'node-broke', run, node, attempt, failure: failureOf(error) });
  }
}

/** Every placeholder stands for something, or the node fails with the names that do not. */
function fillIn(template: Json, scope: Values): Json {
  const filled = fillJson(template, scope, REHEARSAL_NAMES);
  if (filled.ok) return filled.value;
  throw new PortError({
    code: 'invalid',
    message: `Nothing is known as ${filled.unknown.map((name) => `{{ ${name} }}`).join(', ')} here.`,
    nextStep: '`symphony melody validate` shows where it stands.',
  });
}

const notPlayable = (kind: string, id: string): PortError =>
  new PortError({
    code: 'refused',
    message: `${id} asks a model, and no model is configured here.`,
    nextStep: `Use an agent or an operator instead of the ${kind} ${id}.`,
  });

export const nodeKey = ({
  run,
  node,
  attempt,
}: {
  readonly run: string;
  readonly node: string;
  readonly attempt: number;
}): string => `${run}/${node}/${attempt}`;
