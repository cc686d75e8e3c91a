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

/** One stormy step: an effect is answered, an agent acts, time passes, a person meddles or the process dies. */
export function stormyStep(world: World, trouble: number): void {
  const dice = world.chance();
  if (dice < 0.55) {
    const effect = world.takeOne();
    if (effect) world.answer(effect, trouble);
  } else if (dice < 0.8) {
    const agent = world.chooses([...world.agents]);
    if (agent) world.act(agent[0], agent[1], trouble);
  } else if (dice < 0.9) {
    world.now += Math.floor(world.chance() * 20_000);
    world.say({ type: world.chance() < 0.5 ? 'wake' : 'tick' });
  } else if (dice < 0.9 + 0.06) {
    const item = world.chooses(ITEMS)?.id ?? 'A';
    const name = world.chooses(['resume', 'kill', 'retry', 'approve'] as const) ?? 'retry';
    if (world.chance() < 0.3) world.command({ name: 'pause', item, now: world.chance() < 0.5, by: 'law' });
    else world.command({ name, item, by: 'law' });
  } else {
    world.crash();
  }
}
