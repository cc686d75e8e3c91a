import type { Json } from '@symphony/domain';
import type { Occasion } from '../engines.ts';
import { isRecord } from '../written-json.ts';

/** What something other than the model said of a step. Without one of these nothing is reflected on (R15). */
export type Signal =
  | { readonly kind: 'tool-error'; readonly text: string; readonly retryable: boolean }
  | { readonly kind: 'schema'; readonly text: string }
  | { readonly kind: 'check'; readonly text: string; readonly passed: boolean };

export function signalsOf({ result, step, checks = [] }: Occasion): readonly Signal[] {
  const signals: Signal[] = checks.map(({ name, passed, detail }) => ({
    kind: 'check',
    passed,
    text: `${name} ${passed ? 'passed' : 'failed'}${detail ? `: ${detail}` : ''}`,
  }));
  if (!result.success) {
    const { code, retryable = false } = result.details ?? {};
    // Who was stopped has nothing to learn from it.
    if (code === 'E3001') return signals;
    const text = result.error ?? 'It failed and did not say why.';
    if (code === 'E1001' || code === 'E1002') signals.push({ kind: 'schema', text });
    else signals.push({ kind: 'tool-error', text, retryable });
  } else signals.push(...reported(step.toolName, result.result ?? null));
  return signals;
}

/** A tool that ran well may still report that what it looked at is not well: tests that fail, a command's exit code. */
function reported(tool: string, result: Json): Signal[] {
  if (!isRecord(result)) return [];
  const { passed, exitCode } = result;
  if (typeof passed === 'boolean')
    return [{ kind: 'check', passed, text: `${tool} ${passed ? 'passed' : 'failed'}` }];
  // That a command ended well says only that it ended.
  if (typeof exitCode === 'number' && exitCode !== 0)
    return [{ kind: 'check', passed: false, text: `${tool} ended with exit code ${exitCode}` }];
  return [];
}

/** At least one check, and none that failed: no opinion goes against that. */
export function isProved(signals: readonly Signal[]): boolean {
  const checks = signals.filter((signal) => signal.kind === 'check');
  return checks.length > 0 && checks.every(({ passed }) => passed);
}

/** Something outside said that it went wrong. */
export const isFaulted = (signals: readonly Signal[]): boolean =>
  signals.some((signal) => signal.kind !== 'check' || !signal.passed);
