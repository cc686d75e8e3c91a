import { MemoryStore } from '@symphony/adapters/store/memory';
import { type LogEvent, PortError } from '@symphony/domain';
import { expect, test } from 'vitest';
import { Hall } from './hall.ts';

/** A log whose disk is full from the n-th append on. */
class FullStore extends MemoryStore {
  appends = 0;
  room: number;

  constructor(room: number) {
    super();
    this.room = room;
  }

  override append(at: number, events: readonly LogEvent[]) {
    this.appends += 1;
    if (this.appends > this.room) throw new PortError({ code: 'disk', message: 'the disk is full' });
    return super.append(at, events);
  }
}

test('C6 what is done was recorded first', async () => {
  const hall = await new Hall().open();
  await hall.finish(hall.first);
  expect(hall.conductor.state.items.get('A')?.outcome).toBe('merged');
  /** The event each effect follows from. */
  const causes: readonly (readonly [effect: string, cause: (event: LogEvent) => boolean])[] = [
    ['fetchByIds', (event) => event.type === 'run-started'],
    ['moveTo', (event) => event.type === 'tracker-move-wanted'],
    ['prepare', (event) => event.type === 'item-moved' && event.event === 'dispatch'],
    ['start A', (event) => event.type === 'turn-started'],
    ['prove', (event) => event.type === 'proving-started'],
    ['propose', (event) => event.type === 'evidence-recorded'],
    ['assemble', (event) => event.type === 'train-departed'],
    ['land', (event) => event.type === 'train-proved'],
    ['remove', (event) => event.type === 'train-landed'],
  ];
  for (const [effect, cause] of causes) {
    const done = hall.performed.find(({ what }) => what === effect);
    const because = hall.entries.find(({ event }) => cause(event));
    expect(because?.seq, `the cause of ${effect}`).toBeLessThanOrEqual(done?.recorded ?? -1);
  }
});

test('C6 entries are told after they are durable, each once and in order', async () => {
  const store = new MemoryStore();
  const early: number[] = [];
  const told: number[] = [];
  const onEntry = ({ seq }: { seq: number }) => {
    told.push(seq);
    if (seq > store.lastSeq()) early.push(seq);
  };
  await new Hall(['A', 'B'], { store, onEntry }).open();
  expect(early).toEqual([]);
  expect(told).toEqual(Array.from({ length: store.lastSeq() }, (_, at) => at + 1));
});

test.each([0, 1, 2, 3, 4])(
  'C6 when the log cannot be written after %i appends, nothing is done any more',
  async (room) => {
    const store = new FullStore(room);
    const hall = await new Hall(['A'], { store }).open();
    expect(store.appends).toBe(room + 1);
    expect(hall.fatal).toEqual(['the disk is full']);
    const [done, appends, decided] = [hall.performed.length, store.appends, hall.conductor.state.seq];
    const durable = store.lastSeq();
    for (const { recorded } of hall.performed) expect(recorded).toBeLessThanOrEqual(durable);
    hall.conductor.post({ type: 'tick' });
    hall.conductor.startTicking();
    await hall.clock.advance(3_600_000);
    await hall.clock.settle();
    expect([hall.performed.length, store.appends, hall.conductor.state.seq]).toEqual([
      done,
      appends,
      decided,
    ]);
    expect([hall.fatal.length, hall.clock.due, hall.conductor.backlog]).toEqual([1, [], 0]);
  },
);

test('C6 nothing was ever done when not even the first event could be written', async () => {
  const hall = await new Hall(['A'], { store: new FullStore(0) }).open();
  expect(hall.performed).toEqual([]);
});

test('C20 a command the log could not take is refused, and so is every later one', async () => {
  const store = new FullStore(1_000);
  const hall = await new Hall(['A'], { store }).open();
  store.room = store.appends;
  const refused = { accepted: false, message: 'Symphony is stopping.' };
  const drain = { name: 'drain', on: true, by: 'ada' } as const;
  const answers = Promise.all([hall.conductor.command(drain), hall.conductor.command(drain)]);
  await hall.clock.settle();
  expect(await answers).toEqual([refused, refused]);
  expect(await hall.conductor.command(drain)).toEqual(refused);
  await hall.conductor.close('the disk is full', 0, async () => undefined);
});
