/** Proof that commands passed on one exact tree (C5). Any other tree needs its own. */

export interface CommandResult {
  readonly command: string;
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly durationMs: number;
  /** The end of the combined output, bounded. */
  readonly outputTail: string;
}

export interface Evidence {
  readonly tree: string;
  readonly commit: string;
  readonly results: readonly CommandResult[];
  readonly passed: boolean;
}

export const commandPassed = (result: CommandResult): boolean => result.exitCode === 0 && !result.timedOut;

export const evidenceOf = (tree: string, commit: string, results: readonly CommandResult[]): Evidence => ({
  tree,
  commit,
  results,
  passed: results.every(commandPassed),
});

/** The report put before the author of a failing tree. */
export function describeFailure(evidence: Evidence): string {
  const failed = evidence.results.find((result) => !commandPassed(result));
  if (!failed) return 'all checks passed';
  const how = failed.timedOut ? 'timed out' : `exited with ${failed.exitCode ?? 'a signal'}`;
  const output = failed.outputTail.trim();
  return `\`${failed.command}\` ${how} on tree ${evidence.tree.slice(0, 10)}${output ? `\n\n${output}` : ''}`;
}
