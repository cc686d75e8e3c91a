import { failureOf } from '@symphony/domain';
import type { EffectOf, Stage } from './ports.ts';

export async function propose({ ports, post }: Stage, effect: EffectOf<'propose'>): Promise<void> {
  const { item, tracked, chamber, target, head, evidence } = effect;
  const { identifier, title } = tracked;
  try {
    const { ref } = await ports.codeHost.propose({
      item,
      identifier,
      title,
      chamber,
      target,
      head,
      evidence,
    });
    post({ type: 'proposed', item, head, ref });
  } catch (error) {
    post({ type: 'not-proposed', item, failure: failureOf(error) });
  }
}

export async function assembleTrain(stage: Stage, effect: EffectOf<'assemble-train'>): Promise<void> {
  const { attempt, target, entries, commands: verify, timeoutMs: verifyTimeoutMs, provedTrees } = effect;
  await wait(stage, effect.afterMs);
  if (stage.isClosing()) return;
  try {
    const request = { target, entries, verify, verifyTimeoutMs, provedTrees };
    const assembly = await stage.ports.codeHost.assemble(request);
    if (!stage.isClosing()) stage.post({ type: 'train-assembled', attempt, assembly });
  } catch (error) {
    if (!stage.isClosing()) stage.post({ type: 'train-broke', attempt, failure: failureOf(error) });
  }
}

export async function landTrain(stage: Stage, effect: EffectOf<'land-train'>): Promise<void> {
  const { attempt, target, expected, commit } = effect;
  await wait(stage, effect.afterMs);
  if (stage.isClosing()) return;
  try {
    const landing = await stage.ports.codeHost.land({ target, expected, commit });
    stage.post({ type: 'train-landing', attempt, landing });
  } catch (error) {
    stage.post({ type: 'train-broke', attempt, failure: failureOf(error) });
  }
}

const wait = ({ ports }: Stage, ms: number): Promise<void> =>
  ms <= 0 ? Promise.resolve() : new Promise((resolve) => ports.clock.after(ms, resolve));
