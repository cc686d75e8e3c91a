import type { Half } from '@symphony/testkit/github-server';
import { expect } from 'vitest';
import type { Hosted } from './hosted.ts';
import type { Playing } from './stage.ts';

/**
 * Who is gone: Symphony, while git goes on by itself with what it was told; or all it ever started, as when
 * the machine loses its power.
 */
export type Victim = 'symphony' | 'everything';

/** A moment that Symphony does not outlive. */
export interface KillPoint {
  readonly when: string;
  readonly dies: Victim;
  /** From now on the story is stopped there, once. */
  arm(hosted: Hosted): { isReached(): boolean; goOn(): void };
}

/** In the middle of a request: the host never hears the question, or Symphony never hears the answer. */
export const asking = (what: string, half: Half, on: RegExp, dies: Victim = 'everything'): KillPoint => ({
  when: `${what}, and ${half === 'question' ? 'nobody has heard it yet' : 'its answer is on the way'}`,
  dies,
  arm: ({ server }) => {
    const { isReached, release } = server.holds.order(half, { on });
    return { isReached, goOn: release };
  },
});

/**
 * Kills at every point, in their order, and starts again. The next point is armed before the next start, so
 * that none can be missed; what is kept back goes on when Symphony is there again.
 */
export async function killAt(hosted: Hosted, playing: Playing, points: readonly KillPoint[]): Promise<void> {
  const [first, ...rest] = points;
  let armed = first?.arm(hosted);
  for (const [at, point] of points.entries()) {
    await hosted.stage.until(point.when, () => armed?.isReached() === true);
    const reached = armed;
    await playing.kill(point.dies);
    armed = rest[at]?.arm(hosted);
    await playing.start();
    reached?.goOn();
  }
  expect(hosted.stage.events.of('conductor-started').length).toBeGreaterThan(points.length);
}
