import type { Sandbox, SandboxAbility } from '@symphony/domain';
import { answerWithin } from '../init/index.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

export type SandboxSight = Pick<Sandbox, 'examine'>;

/** `asking`: the players that somebody wants confined, which are refused where that cannot be. */
export async function checkSandbox(
  sandbox: SandboxSight,
  asking: readonly string[],
  limitMs: number,
): Promise<Finding> {
  const answer = await answerWithin(limitMs, () => sandbox.examine());
  if ('value' in answer) return sandboxFinding(answer.value, asking);
  const why = answer.failed ?? `it did not answer within ${limitMs / 1000} s.`;
  return warning('sandbox', `What a sandbox can enforce is not known: ${why}`, 'Look again.');
}

export function sandboxFinding(ability: SandboxAbility, asking: readonly string[]): Finding {
  const { files, network, detail, fix } = ability;
  if (files && network) return fix === null ? ok('sandbox', detail) : warning('sandbox', detail, fix);
  const open = [files ? [] : ['files'], network ? [] : ['network']].flat().join(' and ');
  const seen = `The ${open} of agents are not confined: ${detail}`;
  if (!files && asking.length > 0) {
    const names = asking.map((name) => `\`${name}\``).join(', ');
    const way = 'Set `sandbox: off` for these players to let them play unconfined.';
    return problem('sandbox', `${seen} So ${names} cannot play.`, fix ?? way);
  }
  const care = 'Let only people you trust put work on the board, or run Symphony in a container.';
  return warning('sandbox', seen, fix ?? care);
}
