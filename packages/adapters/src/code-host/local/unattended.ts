/**
 * Git settings for work nobody watches. The user's hooks, signing, signature checks and replayed
 * resolutions are made for a person at a keyboard: here they could stop a merge, ask a question or
 * change what was proved. Background clean-up is left to the user's own commands.
 */
const QUIET: readonly string[] = [
  'core.hooksPath=/dev/null',
  'commit.gpgSign=false',
  'merge.verifySignatures=false',
  'submodule.recurse=false',
  'advice.detachedHead=false',
  'gc.auto=0',
  'maintenance.auto=false',
];

/** For the scratch worktree, which is ours: whole trees, and conflicts written in one known form. */
const SCRATCH_ONLY: readonly string[] = [
  'core.fsmonitor=false',
  'core.sparseCheckout=false',
  'rerere.enabled=false',
  'merge.conflictStyle=merge',
  'merge.autoStash=false',
  'merge.log=false',
];

const asArguments = (settings: readonly string[]): string[] => settings.flatMap((each) => ['-c', each]);

/** Put before the git command. */
export const UNATTENDED: readonly string[] = asArguments(QUIET);
export const IN_SCRATCH: readonly string[] = asArguments([...QUIET, ...SCRATCH_ONLY]);
