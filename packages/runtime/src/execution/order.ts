import type { Tool } from '@symphony/domain';

/**
 * Which calls of one turn must wait for which (R6). What changes files or runs programs takes its turn with
 * whatever else touches them; what tells or remembers takes its turn within its domain; all the rest is
 * independent.
 */
export function mustFollow(earlier: Tool | undefined, later: Tool | undefined): boolean {
  if (!earlier || !later) return false;
  if (touches(earlier) && touches(later)) return changes(earlier) || changes(later);
  return leaves(earlier) && leaves(later) && domainOf(earlier) === domainOf(later);
}

const has = (tool: Tool, ...wanted: readonly string[]): boolean =>
  tool.permissions?.some((each) => wanted.includes(each)) ?? false;
const touches = (tool: Tool): boolean => has(tool, 'read', 'write', 'execute');
const changes = (tool: Tool): boolean => has(tool, 'write', 'execute');
const leaves = (tool: Tool): boolean => has(tool, 'notify', 'remember');
const domainOf = ({ name }: Tool): string => name.slice(0, name.indexOf('.'));

/**
 * Runs `work` for each place in `count`, each after those it must follow, at most `slots` at once. Answers in the
 * order of the places. The first that rejects rejects it all.
 */
export async function inOrder<T>(
  count: number,
  slots: number,
  follows: (earlier: number, later: number) => boolean,
  work: (place: number) => Promise<T>,
): Promise<readonly T[]> {
  if (count === 1) return [await work(0)];
  const done = new Set<number>();
  const started = new Set<number>();
  const results = new Array<T>(count);
  return new Promise((resolve, reject) => {
    const free = (place: number): boolean => {
      for (let earlier = 0; earlier < place; earlier++)
        if (!done.has(earlier) && follows(earlier, place)) return false;
      return true;
    };
    const startSome = (): void => {
      if (done.size === count) return resolve(results);
      for (let place = 0; place < count && started.size - done.size < slots; place++) {
        if (started.has(place) || !free(place)) continue;
        started.add(place);
        void work(place).then((result) => {
          results[place] = result;
          done.add(place);
          startSome();
        }, reject);
      }
    };
    startSome();
  });
}
