import { MemoryStore } from '@symphony/adapters/store/memory';
import { describe, expect, test } from 'vitest';
import { replay, takeSnapshot } from '../../src/index.ts';
import { Hall } from './hall.ts';

describe('C6 svc-D7 svc-O1 the mailbox', () => {
  test('ten thousand inputs posted at once are all decided, in order, in few commits', async () => {
    let commits = 0;
    class CountingStore extends MemoryStore {
      override append(...args: Parameters<MemoryStore['append']>) {
        commits += 1;
        return super.append(...args);
      }
    }
    const hall = await new Hall(['A'], { store: new CountingStore() }).open();
    const { run } = hall.first.start;
    commits = 0;
    for (let n = 0; n < 10_000; n++)
      hall.conductor.post({
        type: 'agent-heard',
        item: 'A',
        run,
        event: { type: 'message', text: `word ${n}` },
      });
    expect(hall.conductor.backlog).toBe(10_000);
    await hall.clock.settle();
    expect(hall.conductor.backlog).toBe(0);
    const words = hall
      .recorded('agent-reported')
      .flatMap(({ event }) =>
        event.type === 'agent-reported' && event.event.type === 'message' ? [event.event.text] : [],
      );
    expect(words).toEqual(Array.from({ length: 10_000 }, (_, n) => `word ${n}`));
    expect(commits).toBeLessThanOrEqual(Math.ceil(10_000 / 256));
  });

  test('between two passes others have their turn, and the rest is told once, at the end', async () => {
    const hall = await new Hall([]).open();
    const rests = hall.rests;
    for (let n = 0; n < 1_000; n++) hall.conductor.post({ type: 'wake' });
    const backlogs: number[] = [];
    for (; hall.clock.pass(); ) backlogs.push(hall.conductor.backlog);
    expect(backlogs).toEqual([744, 488, 232, 0]);
    expect(hall.rests - rests).toBe(1);
  });

  test('C20 every command is answered, taken or not, and recorded with who asked', async () => {
    const hall = await new Hall().open();
    const asked = Promise.all([
      hall.conductor.command({ name: 'pause', item: 'A', now: false, by: 'ada' }),
      hall.conductor.command({ name: 'resume', item: 'A', by: 'bob' }),
      hall.conductor.command({ name: 'resume', item: 'A', by: 'bob' }),
      hall.conductor.command({ name: 'kill', item: 'Z', by: 'cy' }),
    ]);
    await hall.clock.settle();
    expect(await asked).toEqual([
      { accepted: true, message: 'A pauses when its agent ends this turn.' },
      { accepted: true, message: 'A goes on.' },
      { accepted: false, message: 'A is running, not paused.' },
      { accepted: false, message: 'There is no item Z; `symphony status` lists them.' },
    ]);
    expect(hall.recorded('operator-commanded').map(({ event }) => event)).toMatchObject([
      { command: 'pause', item: 'A', by: 'ada' },
      { command: 'resume', item: 'A', by: 'bob' },
      { command: 'resume', item: 'A', by: 'bob' },
      { command: 'kill', item: 'Z', by: 'cy' },
    ]);
  });

  test('it is idle when everything is merged, and never before the tracker was read', async () => {
    const hall = new Hall();
    expect(hall.conductor.isIdle()).toBe(false);
    await hall.open();
    expect(hall.conductor.status()).toMatchObject({ idle: false, slots: { used: 1, total: 3 } });
    await hall.finish(hall.first);
    expect(hall.conductor.status()).toMatchObject({ idle: true, items: [{ id: 'A', outcome: 'merged' }] });
  });
});

describe('C10 closing', () => {
  test('ends every agent with the grace, resolves when they are gone, and records it', async () => {
    const hall = await new Hall(['A', 'B']).open();
    let others = 0;
    const endOthers = async () => {
      others = hall.players.filter(({ stops }) => stops.length > 0).length;
    };
    await hall.conductor.close('stopped', 700, endOthers);
    expect(hall.players.map(({ stops }) => stops)).toEqual([[700], [700]]);
    expect(others).toBe(2);
    expect(hall.recorded('conductor-stopped').map(({ seq, event }) => [seq, event])).toEqual([
      [hall.store.lastSeq(), { type: 'conductor-stopped', reason: 'stopped' }],
    ]);
    expect(hall.clock.due).toEqual([]);
  });

  test('an agent ended by closing has not failed: its run is taken up by the next conductor', async () => {
    const hall = await new Hall().open();
    const { run } = hall.first.start;
    hall.conductor.post({ type: 'agent-heard', item: 'A', run, event: { type: 'thought', text: 'hm' } });
    await hall.clock.settle();
    await hall.conductor.close('stopped', 0, async () => undefined);
    await hall.clock.settle();
    expect(hall.conductor.state.items.get('A')).toMatchObject({ state: 'running', retries: 0 });
    const again = new Hall(['A'], { store: hall.store });
    await again.chambers.prepare({ item: 'A', identifier: 'A', title: '', target: 'main', known: null });
    again.tracker.put({ ...hall.first.start.item, state: 'In Progress' });
    await again.open();
    expect(again.players.map(({ start }) => [start.run, start.resume, start.prompt])).toEqual([
      [hall.first.start.run, hall.first.start.run, 'after-restart'],
    ]);
  });

  test('what waits behind an effect under way is not begun any more', async () => {
    const hall = new Hall();
    const moves: string[] = [];
    const answer = Promise.withResolvers<void>();
    hall.tracker.moveTo = async (_id, state) => {
      moves.push(state);
      await answer.promise;
    };
    await hall.open();
    await hall.finish(hall.first);
    expect(hall.conductor.state.items.get('A')).toMatchObject({ outcome: 'merged', moveWanted: 'Done' });
    await hall.conductor.close('stopped', 0, async () => answer.resolve());
    expect(moves).toEqual(['In Progress']);
  });

  test('nothing is decided after it, and commands are refused', async () => {
    const hall = await new Hall().open();
    const waiting = hall.conductor.command({ name: 'drain', on: true, by: 'ada' });
    const closing = hall.conductor.close('stopped', 0, async () => undefined);
    expect(await waiting).toMatchObject({ accepted: true });
    const refused = { accepted: false, message: 'Symphony is stopping.' };
    expect(await hall.conductor.command({ name: 'drain', on: false, by: 'ada' })).toEqual(refused);
    await closing;
    const last = hall.store.lastSeq();
    hall.conductor.post({ type: 'tick' });
    await hall.clock.advance(3_600_000);
    await hall.conductor.close('again', 0, async () => undefined);
    expect([hall.store.lastSeq(), hall.conductor.state.draining]).toEqual([last, true]);
  });
});

describe('C8 snapshots', () => {
  const picture = (state: Parameters<typeof takeSnapshot>[0]) => JSON.parse(takeSnapshot(state).state);

  test('are written every so many entries, and the log after one adds up to the same', async () => {
    const saved: number[] = [];
    class WatchedStore extends MemoryStore {
      override saveSnapshot(...args: Parameters<MemoryStore['saveSnapshot']>) {
        saved.push(args[0].seq);
        super.saveSnapshot(...args);
      }
    }
    const store = new WatchedStore();
    const hall = await new Hall(['A', 'B'], { store, snapshotEvery: 20 }).open();
    for (let n = 0; n < 14; n++) {
      for (const word of ['one', 'two', 'three', 'four', 'five'])
        hall.first.hear({ type: 'message', text: word });
      await hall.clock.settle();
    }
    expect(saved.length).toBeGreaterThanOrEqual(3);
    for (const [at, seq] of saved.entries()) expect(seq - (saved[at - 1] ?? 0)).toBeGreaterThanOrEqual(20);
    expect(store.lastSeq()).toBeGreaterThan(saved.at(-1) ?? 0);
    expect(picture(replay(store))).toEqual(picture(hall.conductor.state));
    expect(replay(store).seq).toBe(store.lastSeq());
  });

  test('one that cannot be written is said and changes nothing', async () => {
    class FullStore extends MemoryStore {
      override saveSnapshot(): void {
        throw new Error('the disk is full');
      }
    }
    const hall = await new Hall(['A'], { store: new FullStore(), snapshotEvery: 1 }).open();
    await hall.finish(hall.first);
    expect(hall.conductor.state.items.get('A')?.outcome).toBe('merged');
    expect(hall.warnings[0]).toBe('No snapshot could be saved: the disk is full');
    expect(hall.fatal).toEqual([]);
  });
});
