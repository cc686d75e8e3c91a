import type { Json, StepResult } from '@symphony/domain';

/** A step, in which turn of the model it was asked for, and the input as it was written where it could not be read. */
export interface TurnStep {
  readonly turn: number;
  readonly step: StepResult;
  readonly written?: string;
}

/**
 * Failures nothing made good (R3): while one is left the run is no success, whatever the model says of it. A failure
 * is made good by a later success of the same call: the same tool with the same input or most of it, or, where a name
 * was wrong, the tool that was meant. What merely came later and worked is something else. This errs on
 * the side of failure: quite another way to the same end is not recognised.
 */
export function unsettled(steps: readonly TurnStep[]): readonly StepResult[] {
  return steps.flatMap((failed, index) => {
    const { step, turn } = failed;
    // What was not called because it leads nowhere had its answer before.
    if (step.result.success || step.result.details?.code === 'E3002') return [];
    const settled = steps.some(
      (later, at) =>
        at > index && later.turn > turn && later.step.result.success && settles(later.step, failed),
    );
    return settled ? [] : [step];
  });
}

function settles(later: StepResult, { step, written }: TurnStep): boolean {
  const code = step.result.details?.code;
  if (code === 'E5002') return isMeant(later, step);
  if (later.tool !== step.tool) return false;
  if (written !== undefined) return mostly(Object.values(later.parameters), (value) => isIn(value, written));
  // An input that did not fit may have been wrong in its very names; its values tell what was meant.
  if (code === 'E1001') return sameValues(step.parameters, later.parameters);
  return alike(step.parameters, later.parameters);
}

/** The name was wrong: what was meant has a name like it. The same input alone says little: one sorts a file, then shows it. */
const isMeant = (later: StepResult, step: StepResult): boolean =>
  namesNear(partOf(step.tool), partOf(later.tool)) && alike(step.parameters, later.parameters);

const partOf = (tool: string | null): string => tool?.slice(tool.indexOf('.') + 1) ?? '';

/** One within the other, or the same beginning and end around a difference. */
function namesNear(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (near(a, b) || (short !== '' && long.startsWith(`${short}_`))) return true;
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < most - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  return head > 0 && (head + tail) * 2 >= Math.max(a.length, b.length);
}

type Values = Readonly<Record<string, Json>>;

const alike = (a: Values, b: Values): boolean => {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return mostly(names, (name) => a[name] !== undefined && b[name] !== undefined && near(a[name], b[name]));
};

const sameValues = (a: Values, b: Values): boolean => {
  const [mine, theirs] = [Object.values(a), Object.values(b)];
  return mostly(mine, (value) => theirs.some((other) => near(value, other)));
};

/** More than half of them; all of none. */
const mostly = <T>(all: readonly T[], holds: (each: T) => boolean): boolean =>
  all.length === 0 || all.filter(holds).length * 2 > all.length;

/** `foo.ts` and `src/foo.ts` are near; so are `5` and `"5"`. */
function near(a: Json, b: Json): boolean {
  const [left, right] = [textOf(a), textOf(b)];
  if (left === right) return true;
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  return short.length >= 3 && long.includes(short);
}

/** Whole, or as far as it was written before it broke off. */
function isIn(value: Json, written: string): boolean {
  const text = JSON.stringify(value);
  const rest = written.slice(written.lastIndexOf(':') + 1).trim();
  return written.includes(text) || (rest.length >= 4 && text.startsWith(rest));
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : canonical(value));

/** The same for values that differ only in the order of their keys. */
export function canonical(value: Json): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
