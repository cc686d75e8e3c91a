import type { Json, ToolResult } from '@symphony/domain';
import { canonical } from './unsettled.ts';

/** How often the same call may end the same way before it is not made any more. */
const SAME = 3;

/**
 * Notices a model that makes the same call over and over (R6). A call whose result keeps changing is waiting for
 * something and no circle.
 */
export class Circles {
  readonly #seen = new Map<string, { outcome: string; times: number; refused: boolean }>();

  /** `go`, `warn`: it is not made and the model is told; `end`: it was told and did it again. */
  judge(tool: string, input: Json): 'go' | 'warn' | 'end' {
    const seen = this.#seen.get(keyOf(tool, input));
    if (!seen || seen.times < SAME) return 'go';
    if (seen.refused) return 'end';
    seen.refused = true;
    return 'warn';
  }

  note(tool: string, input: Json, { success, result, error, details }: ToolResult): void {
    // It was not made: nothing new is known.
    if (details?.code === 'E3002') return;
    const key = keyOf(tool, input);
    const outcome = JSON.stringify([success, result ?? error ?? null]);
    const seen = this.#seen.get(key);
    if (seen && seen.outcome === outcome) seen.times += 1;
    else this.#seen.set(key, { outcome, times: 1, refused: false });
  }
}

const keyOf = (tool: string, input: Json): string => `${tool} ${canonical(input)}`;
