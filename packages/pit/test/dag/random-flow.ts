import type { Flow, FlowNode, Recovery } from '@symphony/domain';
import fc from 'fast-check';
import { control, op, retry, Stage } from './stage.ts';

/**
 * Random flows: every kind of edge, node and recovery, loops in loops. What a node does depends on
 * its path and its attempt alone, so two ways of playing the same flow can be held against each other.
 */
export interface Recipe {
  readonly size: number;
  readonly seed: number;
  readonly parallel: number;
  readonly gpus: number;
  readonly onError: 'halt' | 'continue';
  readonly failures: number;
}

export const recipes = fc.record<Recipe>({
  size: fc.integer({ min: 1, max: 14 }),
  seed: fc.integer({ min: 0, max: 1 << 30 }),
  parallel: fc.integer({ min: 1, max: 5 }),
  gpus: fc.integer({ min: 1, max: 3 }),
  onError: fc.constantFrom('halt', 'continue'),
  failures: fc.constantFrom(0, 0.1, 0.4),
});

/** A number in [0, 1) that depends on the text alone. */
function chanceOf(text: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519);
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_917);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296;
}

function flowOf(recipe: Recipe, name = 'n', depth = 0): Flow {
  const draw = (what: string): number => chanceOf(`${recipe.seed}/${name}/${what}`);
  const size = depth === 0 ? recipe.size : Math.max(1, Math.floor(recipe.size / (3 * depth)));
  const ids = Array.from({ length: size }, (_, at) => `${name}${at}`);
  const nodes = ids.map((id, at) => nodeOf(recipe, id, at, ids, depth));
  const edges: Flow['edges'][number][] = [];
  for (let to = 1; to < size; to += 1)
    for (let from = 0; from < to; from += 1) {
      if (draw(`edge ${from} ${to}`) > 2.2 / size) continue;
      const [source = '', target = ''] = [ids[from], ids[to]];
      const dependency =
        (['hard', 'hard', 'hard', 'soft', 'optional'] as const)[Math.floor(draw(`dep ${from} ${to}`) * 5)] ??
        'hard';
      const kind = draw(`kind ${from} ${to}`);
      if (kind < 0.5) edges.push({ kind: 'control', from: source, to: target, dependency });
      else if (kind < 0.7)
        edges.push({
          kind: 'data',
          from: source,
          fromPort: 'out',
          to: target,
          toPort: 'in',
          transform: 'value + 1',
          dependency,
        });
      else if (kind < 0.73)
        edges.push({ kind: 'conditional', from: source, to: target, condition: 'nothing.at.all' });
      else
        edges.push({
          kind: 'conditional',
          from: source,
          to: target,
          condition: draw(`cond ${from} ${to}`) < 0.5 ? 'true' : 'false',
        });
    }
  return { nodes, edges };
}

function nodeOf(recipe: Recipe, id: string, at: number, ids: readonly string[], depth: number): FlowNode {
  const draw = (what: string): number => chanceOf(`${recipe.seed}/${id}/${what}`);
  const recovery = recoveryOf(draw, at, ids);
  const more = {
    priority: Math.floor(draw('priority') * 3),
    resources: draw('resources') < 0.3 ? { gpu: 1 + Math.floor(draw('amount') * 3) } : {},
    enabled: draw('enabled') > 0.05,
    outputs: [{ name: 'out', type: 'any' as const, default: 0 }],
    ...(draw('timeout') < 0.1 && { timeoutMs: 15 }),
    ...(recovery && { recovery }),
  };
  const kind = draw('kind');
  if (kind < 0.1) return { ...control(id, 'merge'), ...more };
  if (kind < 0.15) return { ...control(id, 'join'), ...more };
  if (kind < 0.2) return { id, kind: 'gate', question: 'Go on?', ...more };
  if (kind < 0.25)
    return { id, kind: 'output', result: id, inputs: [{ name: 'value', type: 'any', default: at }] };
  if (kind < 0.35 && depth < 2) {
    const body = flowOf(recipe, `${id}x`, depth + 1);
    return {
      id,
      kind: 'loop',
      body,
      times: 1 + Math.floor(draw('times') * 3),
      ...(draw('until') < 0.3 && { until: 'round >= 2' }),
      ...more,
    };
  }
  return op(id, more);
}

function recoveryOf(
  draw: (what: string) => number,
  at: number,
  ids: readonly string[],
): Recovery | undefined {
  const backoff = { kind: 'constant', ms: draw('backoff') < 0.3 ? 0 : 7 } as const;
  const pick = draw('recovery');
  if (pick < 0.15) return { kind: 'retry', attempts: 3, backoff };
  if (pick < 0.25) return { kind: 'skip', outputs: { out: 5 } };
  if (pick < 0.3) return { kind: 'fallback', outputs: { out: 9 } };
  if (pick < 0.36 && at + 1 < ids.length)
    return retry(2, backoff, { kind: 'fallback', node: ids[at + 1] ?? '' });
  if (pick < 0.46) return { kind: 'restart', from: ids[Math.floor(draw('from') * (at + 1))] ?? '', times: 2 };
  return undefined;
}

export function stageOf(recipe: Recipe): Stage {
  return new Stage(
    flowOf(recipe),
    { parallel: recipe.parallel, resources: { gpu: recipe.gpus }, onError: recipe.onError },
    {},
    ({ path, attempt }) => {
      const draw = (what: string): number => chanceOf(`${recipe.seed}/${path}/${attempt}/${what}`);
      const ms = 5 + Math.floor(draw('ms') * 20);
      if (draw('fails') < recipe.failures) return { ms, reason: 'It broke.', final: draw('final') < 0.2 };
      return { ms, outputs: { out: Math.floor(draw('out') * 100) } };
    },
  );
}

/** Plays to the end, answering every gate that is left. */
export function playOn(stage: Stage): void {
  for (let rounds = 0; rounds < 500; rounds += 1) {
    stage.play();
    const gate = stage.run.gates()[0];
    if (!gate) return;
    stage.tell({ kind: 'provide', node: gate.path, value: 'yes' });
  }
  throw new Error('It asks for ever.');
}
