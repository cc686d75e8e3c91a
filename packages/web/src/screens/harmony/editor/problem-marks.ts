import { type FlowPlace, pathOf } from '../edit/place.ts';
import type { Problem } from './use-problems.ts';

/** How many problems a node has by its path; a loop counts what is wrong inside it. */
export function problemCounts(problems: readonly Problem[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { spot } of problems) {
    if (!spot) continue;
    const ids = spot.node === null ? spot.place : [...spot.place, spot.node];
    for (let at = 1; at <= ids.length; at += 1) {
      const path = ids.slice(0, at).join('/');
      counts.set(path, (counts.get(path) ?? 0) + 1);
    }
  }
  return counts;
}

/** What is wrong with one node or edge: with its fields by name, and with it as a whole. */
export interface Complaints {
  readonly fields: ReadonlyMap<string, string>;
  readonly whole: readonly Problem[];
}

export function complaintsAbout(
  problems: readonly Problem[],
  place: FlowPlace,
  subject: { readonly node: string } | { readonly edge: number },
): Complaints {
  const here = pathOf(place, '');
  const fields = new Map<string, string>();
  const whole: Problem[] = [];
  for (const problem of problems) {
    const { spot } = problem;
    if (!spot || pathOf(spot.place, '') !== here) continue;
    if ('node' in subject ? spot.node !== subject.node : spot.edge !== subject.edge) continue;
    const field = spot.field.join('.');
    if (field === '') whole.push(problem);
    else fields.set(field, `${problem.sentence} ${problem.nextStep}`);
  }
  return { fields, whole };
}

/** Those about the melody itself. */
export function melodyComplaints(problems: readonly Problem[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { spot, sentence, nextStep } of problems) {
    if (!spot || spot.node !== null || spot.edge !== null || spot.field.length === 0) continue;
    // Lists are one field each: `parameters.2.default` stands at `parameters`.
    const depth = spot.field.findIndex((part) => typeof part === 'number');
    const key = (depth < 0 ? spot.field : spot.field.slice(0, depth)).join('.');
    if (!found.has(key)) found.set(key, `${sentence} ${nextStep}`);
  }
  return found;
}
