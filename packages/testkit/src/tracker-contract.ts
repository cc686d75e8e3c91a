import {
  failureOf,
  type ItemId,
  type NewWork,
  PortError,
  readCommentCommand,
  type TrackedItem,
  type Tracker,
} from '@symphony/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/**
 * What every tracker must do, whatever stands behind it. An adapter opens a bench on a real or
 * recorded provider; rule ids are those of the public service specification (D2, D3, T1, T2, T3).
 * States used: `Todo`, `In Progress`, `Done`.
 */
export function trackerContract(
  name: string,
  open: (items: readonly SeedItem[]) => Promise<TrackerBench>,
): void {
  describe(`tracker contract: ${name}`, () => {
    let bench: TrackerBench;
    let tracker: Tracker;
    beforeEach(async () => {
      bench = await open(SEED);
      tracker = bench.tracker;
    });
    afterEach(() => bench.close());

    const read = async (states: readonly string[]) => (await tracker.fetchByStates(states)).items;
    const idsOf = (items: readonly TrackedItem[]) => items.map((item) => item.id).sort();
    const seeded = (...names: string[]) => names.map((each) => bench.idOf(each)).sort();
    const one = async (name: string): Promise<TrackedItem> => {
      const [item, ...others] = await tracker.fetchByIds([bench.idOf(name)]);
      expect(others).toEqual([]);
      if (!item) throw new Error(`${name} is not there`);
      return item;
    };

    test('T1 no states answer nothing, and nobody is asked', async () => {
      const restore = await bench.breakTransport?.();
      expect(await tracker.fetchByStates([])).toEqual({ items: [], problems: [] });
      await restore?.();
    });

    test('T1 states are compared without regard to case and surrounding space', async () => {
      expect(idsOf(await read(['  tODO ']))).toEqual(seeded('login', 'search'));
      expect(idsOf(await read(['in progress', 'DONE']))).toEqual(seeded('export', 'import'));
      expect(await read(['Nowhere'])).toEqual([]);
    });

    test('T1 items that must not be dispatched are answered with the others', async ({ skip }) => {
      if (bench.cannot?.undispatchable) skip(bench.cannot.undispatchable);
      await bench.put({ name: 'parked', title: 'Parked', state: 'Todo', dispatchable: false });
      expect(idsOf(await read(['Todo']))).toEqual(seeded('login', 'parked', 'search'));
      expect((await one('parked')).dispatchable).toBe(false);
      expect((await one('login')).dispatchable).toBe(true);
    });

    test('T2 ids are a set: each item at most once, unknown ones left out', async () => {
      const [login = '', done = ''] = [bench.idOf('login'), bench.idOf('import')];
      const items = await tracker.fetchByIds([login, done, login, bench.unknownId]);
      expect(idsOf(items)).toEqual([login, done].sort());
      expect(await tracker.fetchByIds([bench.unknownId])).toEqual([]);
    });

    test('T2 no ids answer nothing, and nobody is asked', async () => {
      const restore = await bench.breakTransport?.();
      expect(await tracker.fetchByIds([])).toEqual([]);
      await restore?.();
    });

    test('T2 both reads give the same full record', async () => {
      const [byState] = (await read(['In Progress'])).filter((item) => item.id === bench.idOf('export'));
      expect(await one('export')).toEqual(byState);
      expect(byState?.title).toBe('Export as CSV');
      expect(byState?.description).toBe('Semicolons, please.');
    });

    test('T2 an item that is gone is left out of both reads', async () => {
      await bench.remove('login');
      expect(await tracker.fetchByIds([bench.idOf('login')])).toEqual([]);
      expect(idsOf(await read(['Todo']))).toEqual(seeded('search'));
    });

    test('T3 a failure on the way fails the whole read, with a PortError', async ({ skip }) => {
      if (!bench.breakTransport) return skip('this bench cannot break the transport');
      const restore = await bench.breakTransport();
      await expect(tracker.fetchByStates(['Todo'])).rejects.toBeInstanceOf(PortError);
      await restore();
      const restoreAgain = await bench.breakTransport();
      await expect(tracker.fetchByIds([bench.idOf('login')])).rejects.toBeInstanceOf(PortError);
      await restoreAgain();
      expect(idsOf(await read(['Todo']))).toEqual(seeded('login', 'search'));
    });

    test('T3 a list drops a malformed record and names it; a read by id fails on it', async ({ skip }) => {
      if (!bench.spoil) return skip('this bench cannot spoil a record');
      await bench.spoil('login');
      const { items, problems } = await tracker.fetchByStates(['Todo']);
      expect(idsOf(items)).toEqual(seeded('search'));
      expect(problems).toHaveLength(1);
      expect(problems[0]?.where).not.toBe('');
      expect(problems[0]?.message).not.toBe('');
      const refresh = tracker.fetchByIds([bench.idOf('search'), bench.idOf('login')]);
      const failure = failureOf(await refresh.catch((error: unknown) => error));
      expect(failure.code).toBe('invalid');
      expect(await tracker.fetchByIds([bench.idOf('search')])).toHaveLength(1);
    });

    test('D2 required fields are filled, identifiers are unique', async () => {
      const items = await read(['Todo', 'In Progress', 'Done']);
      expect(items).toHaveLength(SEED.length);
      for (const item of items) {
        for (const text of [item.id, item.identifier, item.title, item.state]) expect(text).toMatch(/\S/);
        expect(typeof item.dispatchable).toBe('boolean');
      }
      expect(new Set(items.map((item) => item.identifier)).size).toBe(items.length);
    });

    test('D3 labels are trimmed, lower case, without blanks and duplicates', async () => {
      expect((await one('login')).labels.toSorted()).toEqual(['bug', 'needs design']);
      expect((await one('search')).labels).toEqual([]);
    });

    test('D3 the priority is a whole number or null, the state keeps its spelling', async () => {
      expect((await one('login')).priority).toBe(1);
      expect((await one('search')).priority).toBeNull();
      expect((await one('export')).state).toBe('In Progress');
      expect((await one('search')).description).toBeNull();
    });

    test('D1 blockers carry their state', async ({ skip }) => {
      if (bench.cannot?.blockers) skip(bench.cannot.blockers);
      const [blocker, ...others] = (await one('search')).blockedBy;
      expect(others).toEqual([]);
      expect(blocker?.state).toBe('In Progress');
      expect(blocker?.id).toBe(bench.idOf('export'));
    });

    test('D4 a record is JSON: it survives being written down', async () => {
      for (const item of await read(['Todo', 'In Progress', 'Done'])) {
        expect(JSON.parse(JSON.stringify(item))).toEqual(item);
      }
    });

    test('moveTo moves, and repeating it changes nothing', async ({ skip }) => {
      if (!tracker.moveTo) return skip(`${tracker.kind} cannot move items`);
      await tracker.moveTo(bench.idOf('login'), 'In Progress');
      const moved = await one('login');
      expect(moved.state).toBe('In Progress');
      await tracker.moveTo(bench.idOf('login'), 'In Progress');
      expect(await one('login')).toEqual(moved);
      expect(idsOf(await read(['Todo']))).toEqual(seeded('search'));
    });

    test('moveTo and comment on an item that is not there reject as missing', async ({ skip }) => {
      if (!tracker.moveTo && !tracker.comment) return skip(`${tracker.kind} cannot write`);
      const calls = [
        tracker.moveTo?.(bench.unknownId, 'Done'),
        tracker.comment?.(bench.unknownId, 'k', 'text'),
      ];
      for (const call of calls) {
        if (call) expect(failureOf(await call.catch((error: unknown) => error)).code).toBe('missing');
      }
    });

    test('C9 a comment is added once per key, and leaves the record as it was', async ({ skip }) => {
      if (!tracker.comment) return skip(`${tracker.kind} cannot comment`);
      if (!bench.commentsOf) return skip('this bench cannot read comments back');
      const before = await one('login');
      await tracker.comment(bench.idOf('login'), 'run-1:done', 'Finished.\n\n# Not a heading');
      await tracker.comment(bench.idOf('login'), 'run-1:done', 'Finished again.');
      await tracker.comment(bench.idOf('login'), 'run-2:--> done', 'Second.');
      const comments = await bench.commentsOf('login');
      expect(comments).toHaveLength(2);
      expect(comments[0]).toContain('Finished.');
      expect(comments[0]).toContain('# Not a heading');
      expect(comments[1]).toContain('Second.');
      const after = await one('login');
      expect({ ...after, updatedAt: null }).toEqual({ ...before, updatedAt: null });
    });

    test('C17 comments are told from where one left off, oldest first, and the past is no news', async ({
      skip,
    }) => {
      const { commentsSince } = tracker;
      if (!commentsSince) return skip(`${tracker.kind} is not asked for comments`);
      const { say } = bench;
      if (!say) return skip('this bench cannot comment as a person');
      const since = (after: string | null) => commentsSince.call(tracker, after);
      await say('login', 'Before anybody listened.');
      const start = await since(null);
      expect(start.comments).toEqual([]);
      const said = [await say('login', '/symphony retry'), await say('export', 'Second\n\nline.')];
      const { comments, next } = await since(start.next);
      // What was said in the same moment as the last look may be told again: its id says so.
      const heard = comments.filter(({ id }) => said.includes(id));
      expect(heard.map(({ id }) => id)).toEqual(said);
      expect(heard.map(({ text }) => text.trim())).toEqual(['/symphony retry', 'Second\n\nline.']);
      const { id, identifier, url } = await one('login');
      expect([id, identifier, url].some((name) => name !== null && heard[0]?.item.includes(name))).toBe(true);
      expect(heard[0]?.author.id).toMatch(/\S/);
      const after = (await since(next)).comments.filter(({ id }) => !said.includes(id));
      expect(after.filter(({ text }) => !text.includes('Before'))).toEqual([]);
      expect(JSON.parse(JSON.stringify(comments))).toEqual(comments);
    });

    test('C17 what Symphony writes itself is nobody’s word', async ({ skip }) => {
      const { commentsSince } = tracker;
      if (!commentsSince || !tracker.comment)
        return skip(`${tracker.kind} does not both tell and take comments`);
      const { next } = await commentsSince.call(tracker, null);
      await tracker.comment(bench.idOf('login'), 'run-1:word', '/symphony approve');
      const { comments } = await commentsSince.call(tracker, next);
      const obeyed = comments.filter(
        ({ standing, text }) => standing !== 'machine' && readCommentCommand(text).kind !== 'none',
      );
      expect(obeyed).toEqual([]);
    });

    test('P7 an item that is created is there as described, in a state of its own', async ({ skip }) => {
      if (!tracker.create) return skip(`${tracker.kind} cannot create items`);
      await tracker.create(NEW_WORK);
      const [made, ...others] = await tracker.fetchByIds([NEW_WORK.id]);
      expect(others).toEqual([]);
      const { title, description, labels, priority, fields } = NEW_WORK;
      expect(made).toMatchObject({ id: NEW_WORK.id, title, description, labels, priority, fields });
      expect(idsOf(await read([made?.state ?? '']))).toContain(NEW_WORK.id);
      await tracker.create({ ...NEW_WORK, id: 'M7f3a-bare', labels: [], priority: null, fields: {} });
      const [bare] = await tracker.fetchByIds(['M7f3a-bare']);
      expect(bare).toMatchObject({ labels: [], priority: null, fields: {}, dispatchable: true });
      await tracker.create({ ...NEW_WORK, id: 'M7f3a-held', dispatchable: false });
      expect(await tracker.fetchByIds(['M7f3a-held'])).toMatchObject([{ dispatchable: false }]);
    });

    test('P7 creating an item again changes nothing, also two at once', async ({ skip }) => {
      if (!tracker.create) return skip(`${tracker.kind} cannot create items`);
      const titles = ['First', 'Second', 'Third'];
      const { create } = tracker;
      await Promise.all(titles.map((title) => create.call(tracker, { ...NEW_WORK, title })));
      const made = await tracker.fetchByIds([NEW_WORK.id]);
      expect(made).toHaveLength(1);
      expect(titles).toContain(made[0]?.title);
      await tracker.create({ ...NEW_WORK, title: 'Later', description: 'Else.', labels: [] });
      expect(await tracker.fetchByIds([NEW_WORK.id])).toEqual(made);
      const login = await one('login');
      await tracker.create({ ...NEW_WORK, id: bench.idOf('login') });
      expect(await one('login')).toEqual(login);
    });

    test('watch hints after a change, and never after stop', async ({ skip }) => {
      if (!tracker.watch) return skip(`${tracker.kind} cannot watch`);
      let hints = 0;
      const watch = tracker.watch(() => {
        hints += 1;
      });
      // A watch may take a moment to begin, so the change is repeated until it is noticed.
      for (let round = 0; hints === 0 && round < 100; round++) {
        await bench.put({ name: 'watched', title: `Round ${round}`, state: 'Todo' });
        await pause(50);
      }
      expect(hints).toBeGreaterThan(0);
      await watch.stop();
      const atStop = hints;
      await bench.put({ name: 'watched', title: 'After the end', state: 'Todo' });
      await pause(150);
      expect(hints).toBe(atStop);
    });
  });
}

/** An item in the contract's own words; `name` is how the contract speaks of it, never the tracker's id. */
export interface SeedItem {
  readonly name: string;
  readonly title: string;
  readonly state: string;
  readonly description?: string;
  /** Stored as given where the provider can: the tracker has to make a whole number or null of it. */
  readonly priority?: number;
  readonly labels?: readonly string[];
  /** Names of other seeds. */
  readonly blockedBy?: readonly string[];
  readonly dispatchable?: boolean;
}

/** One tracker over its provider, with the controls the contract needs. What is left out is skipped. */
export interface TrackerBench {
  readonly tracker: Tracker;
  /** The id the tracker knows the seed by. Answers also for seeds that were removed. */
  idOf(name: string): ItemId;
  /** An id of the right form that nothing has. */
  readonly unknownId: ItemId;
  /** Adds or replaces an item behind the tracker's back. */
  put(item: SeedItem): Promise<void>;
  remove(name: string): Promise<void>;
  /** Makes the stored record unusable in a required field. */
  spoil?(name: string): Promise<void>;
  /** Every request fails from now until the returned function is called. */
  breakTransport?(): Promise<() => Promise<void>>;
  /** Comments as a person does, behind the tracker's back; answers the comment's id. */
  say?(name: string, text: string): Promise<string>;
  commentsOf?(name: string): Promise<readonly string[]>;
  /** What the provider has no notion of, each with the reason. */
  readonly cannot?: { readonly undispatchable?: string; readonly blockers?: string };
  close(): Promise<void>;
}

const SEED: readonly SeedItem[] = [
  {
    name: 'login',
    title: 'Fix the login',
    state: 'Todo',
    description: 'It fails on Sundays.',
    priority: 1,
    labels: [' Bug ', 'bug', '', 'Needs Design'],
  },
  { name: 'search', title: 'Search by tag', state: 'Todo', blockedBy: ['export'] },
  { name: 'export', title: 'Export as CSV', state: 'In Progress', description: 'Semicolons, please.' },
  { name: 'import', title: 'Import from CSV', state: 'Done', priority: 3 },
];

const NEW_WORK: NewWork = {
  id: 'M7f3a-fix',
  title: 'Mend the failing tests',
  description: 'Three fail.\n\n- one\n- two: "three"',
  labels: ['melody', 'tests'],
  priority: 2,
  fields: { player: 'first', melody: 'fix-failing-tests', rehearsal: [{ say: 'I begin: now.' }] },
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
