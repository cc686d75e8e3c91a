import { type Failure, failureOf, PortError, type ReviewMerge } from '@symphony/domain';
import type { EffectOf, Stage } from './ports.ts';

export async function propose({ ports, post }: Stage, effect: EffectOf<'propose'>): Promise<void> {
  const { item, proposal } = effect;
  const { head, target } = proposal;
  try {
    const { ref, url: address = null } = await ports.codeHost.propose({ item, ...proposal });
    const decided = ports.codeHost.reviews?.decides(target) === true;
    post({ type: 'proposed', item, head, ref, ...(decided ? { review: { url: address } } : {}) });
  } catch (error) {
    post({ type: 'not-proposed', item, failure: failureOf(error) });
  }
}

export async function withdraw({ ports, post }: Stage, effect: EffectOf<'withdraw'>): Promise<void> {
  const { item, ref } = effect;
  await ports.codeHost.withdraw(item, ref);
  post({ type: 'withdrawn', item, ref });
}

export async function lookAtProposals(stage: Stage, effect: EffectOf<'look-at-proposals'>): Promise<void> {
  const { offers } = effect;
  const { codeHost, clock } = stage.ports;
  const begunAt = clock.now();
  try {
    if (!codeHost.reviews) throw new PortError(knowsNone(codeHost.kind));
    const standings = await codeHost.reviews.look(offers.map(({ ref }) => ref));
    stage.post({ type: 'proposals-looked', begunAt, offers, standings });
  } catch (error) {
    stage.post({ type: 'proposals-unseen', failure: failureOf(error) });
  }
}

export async function mergeProposal(stage: Stage, effect: EffectOf<'merge-proposal'>): Promise<void> {
  const { item, ref, head } = effect;
  const { codeHost } = stage.ports;
  const answer = (merge: ReviewMerge): void =>
    stage.post({ type: 'proposal-answered', item, ref, head, merge });
  try {
    if (!codeHost.reviews) throw new PortError(knowsNone(codeHost.kind));
    answer(await codeHost.reviews.merge(ref, head));
  } catch (error) {
    answer({ kind: 'not-yet', reason: failureOf(error).message });
  }
}

const knowsNone = (kind: string): Failure => ({
  code: 'refused',
  message: `The ${kind} code host knows no pull requests.`,
  nextStep: 'Set code_host.kind back to the one that was used, or `symphony kill` the items.',
});

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
