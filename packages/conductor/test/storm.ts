import { trackedItem } from '@symphony/testkit';
import type { World } from './world.ts';

/** Items that block each other and differ in rank. */
export const ITEMS = [
  trackedItem('A', { priority: 1 }),
  trackedItem('B', { blockedBy: [{ id: 'A', identifier: 'A', state: null }] }),
  trackedItem('C', { priority: 2 }),
  trackedItem('D', { createdAt: 500 }),
  trackedItem('E', { blockedBy: [{ id: 'D', identifier: 'D', state: 'Todo' }] }),
];

/** A person brings back more than they stop, or the world would soon stand still. */
const MEDDLING = ['resume', 'resume', 'kill', 'retry', 'retry', 'retry', 'approve', 'takeover'] as const;

const COMMENT = { path: 'a.ts', line: 1, side: 'new', text: 'right' } as const;

/** One stormy step: an effect is answered, an agent acts, time passes, a person meddles or the process dies. */
export function stormyStep(world: World, trouble: number): void {
  const dice = world.chance();
  if (dice < 0.55) answerOne(world, trouble);
  else if (dice < 0.78) {
    const agent = world.chooses([...world.agents]);
    if (agent) world.act(agent[0], agent[1], trouble);
  } else if (dice < 0.88) {
    world.now += Math.floor(world.chance() * 30_000);
    world.say({ type: world.chance() < 0.5 ? 'wake' : 'tick' });
  } else if (dice < 0.98) {
    const item = world.chooses(ITEMS)?.id ?? 'A';
    const name = world.chooses(MEDDLING) ?? 'retry';
    if (world.chance() < 0.3) world.command({ name: 'pause', item, now: world.chance() < 0.5, by: 'law' });
    else if (world.chance() < 0.1) world.command({ name: 'steer', item, text: 'left', by: 'law' });
    else if (world.chance() < 0.15)
      world.command({ name: 'review', item, comments: [COMMENT], text: '', by: 'law' });
    else if (world.chance() < 0.05) world.command({ name: 'noted', what: 'ranked', item: null, by: 'law' });
    else world.command({ name, item, by: 'law' });
  } else {
    world.crash();
  }
}

/** Agents take their time to end: whatever does not wait for that gets the chance to show it. */
function answerOne(world: World, trouble: number): void {
  const effect = world.takeOne();
  if (effect?.type === 'stop-agent' && world.chance() < 0.9) world.pending.unshift(effect);
  else if (effect) world.answer(effect, trouble);
}
