import { failureOf, fillJson, type Json } from '@symphony/domain';
import type { Fired, Occasion, Occur } from './source.ts';

export interface GateOptions {
  /** Keys that started something before. */
  readonly lastKeys: ReadonlySet<string>;
  readonly fire: (fired: Fired) => void;
  readonly warn: (message: string) => void;
}

/** What was let through lately; whoever is told records the key and has it in `lastKeys` from then on. */
const REMEMBERED = 10_000;

/** Through here every occasion goes: once for each key, and with its parameters filled or not at all. */
export function openGate({ lastKeys, fire, warn }: GateOptions): Occur {
  const since = new Set<string>();
  return (occasion) => {
    const { melody, trigger, detail, key } = occasion;
    if (key !== null && (lastKeys.has(key) || since.has(key))) return false;
    const parameters = parametersOf(occasion);
    if (!parameters.ok) {
      warn(`The melody ${melody} was not started (${detail}): ${parameters.reason}`);
      return false;
    }
    try {
      fire({ melody, parameters: parameters.values, trigger: { kind: trigger.on, detail, key } });
    } catch (error) {
      warn(`The melody ${melody} could not be started (${detail}): ${failureOf(error).message}`);
      return false;
    }
    if (key !== null) since.add(key);
    const [oldest] = since;
    if (since.size > REMEMBERED && oldest !== undefined) since.delete(oldest);
    return true;
  };
}

type Parameters =
  | { readonly ok: true; readonly values: Readonly<Record<string, Json>> }
  | { readonly ok: false; readonly reason: string };

/** Only what the trigger itself names is passed on: nothing from outside gets in unasked. */
function parametersOf({ trigger, scope }: Occasion): Parameters {
  const filled = fillJson({ ...trigger.parameters }, scope);
  if (filled.ok) return { ok: true, values: filled.value as Readonly<Record<string, Json>> };
  const names = filled.unknown.map((name) => `\`{{ ${name} }}\``).join(', ');
  const known = Object.keys(scope).map((name) => `\`${name}\``);
  return { ok: false, reason: `${names} stands for nothing there; known are ${known.join(', ')}.` };
}
