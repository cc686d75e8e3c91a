import type { FlowPath, Melody } from '@symphony/domain';
import type { FilePath } from '../yaml/index.ts';
import type { Expansion } from './expand.ts';

/** Which place in the people's file a place in the melody comes from. */
export function locate(where: FlowPath, melody: Melody, expansion: Expansion | null): FilePath {
  const [first, second, ...rest] = where;
  if (first === 'parameters' && typeof second === 'number')
    return ['parameters', melody.parameters[second]?.name ?? second, ...rest];
  if (first === 'onError') return ['on_error'];
  if (first !== 'flow' || !expansion) return where;
  return locateInSteps(where.slice(1), ['steps'], expansion);
}

/** How the keys of a node are spelled in a step. */
const SPELLINGS: readonly (readonly [node: FlowPath, step: FilePath])[] = [
  [['config', 'run'], ['run']],
  [['config'], ['with']],
  [['work'], ['agent']],
  [['question'], ['ask']],
  [['times'], ['repeat', 'times']],
  [['timesFrom'], ['repeat', 'times']],
  [['until'], ['repeat', 'until']],
];

function locateInSteps(path: FlowPath, steps: FilePath, expansion: Expansion): FilePath {
  const [list, at, ...rest] = path;
  if (typeof at !== 'number') return steps;
  if (list === 'edges') return [...steps, ...(expansion.edgeOrigins[at] ?? [])];
  const step = [...steps, at];
  const body = expansion.bodies.get(at);
  if (rest[0] === 'body' && body) return locateInSteps(rest.slice(1), [...step, 'repeat', 'steps'], body);
  const spelling = SPELLINGS.find(([node]) => node.every((key, place) => rest[place] === key));
  return [...step, ...(spelling ? [...spelling[1], ...rest.slice(spelling[0].length)] : rest)];
}
