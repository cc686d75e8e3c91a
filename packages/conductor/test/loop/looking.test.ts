import { MemoryCodeHost } from '@symphony/adapters/code-host/memory';
import type { ProposalStanding } from '@symphony/domain';
import { expect, test } from 'vitest';
import type { Ports } from '../../src/index.ts';
import { Performer } from '../../src/performer.ts';

/** A performer whose code host answers when it is told to. */
function open() {
  const host = new MemoryCodeHost(['main'], 'main');
  const looks: { readonly refs: readonly string[]; answer(): void }[] = [];
  Object.assign(host.reviews ?? {}, {
    look: (refs: readonly string[]) =>
      new Promise<readonly ProposalStanding[]>((resolve) => looks.push({ refs, answer: () => resolve([]) })),
  });
  const ports = { codeHost: host, clock: { now: () => 0 } } as unknown as Ports;
  const performer = new Performer(
    ports,
    () => undefined,
    () => undefined,
  );
  const look = (again: boolean, ...items: readonly string[]) =>
    performer.perform({
      type: 'look-at-proposals',
      offers: items.map((item) => ({ item, ref: `${item}#1` })),
      again,
    });
  return { performer, look, looks };
}

test('C17 while a look is under way ticks ask for none, and however many hints come they ask for one', async () => {
  const { performer, look, looks } = open();
  look(false, 'A', 'B');
  await expect.poll(() => looks.length).toBe(1);
  look(false, 'A', 'B');
  look(true, 'A');
  look(false, 'A', 'B');
  look(true, 'C');
  look(true, 'A');
  looks[0]?.answer();
  await expect.poll(() => looks.length).toBe(2);
  expect(looks[1]?.refs).toEqual(['A#1', 'C#1']);
  look(false, 'A', 'B');
  looks[1]?.answer();
  await performer.settled();
  expect(looks).toHaveLength(2);
});
