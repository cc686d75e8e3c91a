import { because, NOW, roomAt } from './room-of.ts';

/** Moves everything through the tiers, or into the trash and back, until it is killed. */
const [, , folder = '', work] = process.argv;
const room = await roomAt(folder);
await room.shelf.recover();
process.stdout.write('ready\n');
for (let round = 0; ; round += 1) {
  if (work === 'tiers') {
    const next = { hot: 'warm', warm: 'cold', cold: 'hot' } as const;
    for (const thing of await room.shelf.list()) await room.shelf.archive?.(thing, next[thing.tier]);
  } else {
    for (const thing of await room.shelf.list()) await room.shelf.remove(thing, because(NOW + round));
    for (const entry of await room.trash.entries()) await room.shelf.restore(entry);
  }
}
