import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eitherGauge, type Gauge, type Reading } from '../../../src/agent/acp/gauge.ts';
import { opencodeStore, storePath } from '../../../src/agent/acp/opencode-store.ts';
import { insertMessage, insertSession, makeDatabase } from './opencode-database.ts';

let folder: string;
let path: string;
let open: DatabaseSync[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'symphony-store-'));
  path = join(folder, 'opencode.db');
  open = [];
});
afterEach(async () => {
  for (const database of open) database.close();
  await rm(folder, { recursive: true });
});

function database(...sessions: Parameters<typeof makeDatabase>[1]): DatabaseSync {
  const made = makeDatabase(path, sessions);
  open.push(made);
  return made;
}
const read = (id = 'ses') => opencodeStore(path).read(id);

test('the sums of a session are read while OpenCode writes them', async () => {
  const writing = database({ id: 'ses', tokens: [1401, 600, 5, 80, 20], cost: 0.0016 });
  const usage = { inputTokens: 2006, cachedTokens: 600, outputTokens: 100, usd: 0.0016 };
  expect(await read()).toEqual({ usage, retry: null });
  writing.exec('BEGIN IMMEDIATE; UPDATE session SET tokens_input = 2102');
  expect((await read())?.usage).toEqual(usage);
  writing.exec('COMMIT');
  expect((await read())?.usage?.inputTokens).toBe(2707);
});

test('sub-agents are counted, to the last, and other sessions are not', async () => {
  database(
    { id: 'ses', tokens: [100, 0, 0, 10, 0], cost: 0.5 },
    { id: 'child', parent: 'ses', tokens: [20, 0, 0, 2, 0], cost: 0.25 },
    { id: 'grandchild', parent: 'child', tokens: [3, 0, 0, 1, 0], cost: 0.125 },
    { id: 'other', tokens: [5_000, 0, 0, 500, 0], cost: 9 },
  );
  expect((await read())?.usage).toMatchObject({ inputTokens: 123, outputTokens: 13, usd: 0.875 });
});

test('sessions that name each other as parents are counted once', async () => {
  database(
    { id: 'ses', parent: 'child', tokens: [100, 0, 0, 10, 0], cost: 1 },
    { id: 'child', parent: 'ses', tokens: [20, 0, 0, 2, 0], cost: 1 },
  );
  expect((await read())?.usage).toMatchObject({ inputTokens: 120, usd: 2 });
});

test('without a price for one of them there is none for the whole', async () => {
  const writing = database({ id: 'ses', tokens: [100, 0, 0, 10, 0], cost: 0.5 });
  insertSession(writing, { id: 'idle', parent: 'ses', tokens: [0, 0, 0, 0, 0], cost: 0 });
  expect((await read())?.usage?.usd).toBe(0.5);
  insertSession(writing, { id: 'free', parent: 'ses', tokens: [20, 0, 0, 2, 0], cost: 0 });
  expect((await read())?.usage).toMatchObject({ inputTokens: 120, usd: null });
});

test('a session that has asked no model yet has used nothing that is known', async () => {
  database({ id: 'ses', tokens: [0, 0, 0, 0, 0], cost: 0 });
  expect(await read()).toEqual({ usage: null, retry: null });
  expect(await read('other')).toBeNull();
});

test('a database of another shape tells nothing', async () => {
  const other = new DatabaseSync(path);
  open.push(other);
  expect(await read()).toBeNull();
  other.exec(
    "CREATE TABLE session (id text, parent_id text, tokens text); INSERT INTO session VALUES ('ses', NULL, '{}')",
  );
  expect(await read()).toBeNull();
  expect(await opencodeStore(path).lastStatus?.('ses')).toBeNull();
});

test('what is no database tells nothing, and nothing is waited for', async () => {
  expect(await read()).toBeNull();
  await writeFile(path, 'no database at all, but long enough to look like one'.repeat(100));
  expect(await read()).toBeNull();
  await rm(path);
  execFileSync('mkfifo', [path]);
  expect(await read()).toBeNull();
});

test("the status of the model's last fault is read from the last message", async () => {
  const status = () => opencodeStore(path).lastStatus?.('ses');
  const writing = database({ id: 'ses', tokens: [1, 0, 0, 1, 0], cost: 0 });
  expect(await status()).toBeNull();
  insertMessage(writing, 'ses', 1, '{"error":{"name":"APIError","data":{"statusCode":401}}}');
  insertMessage(writing, 'other', 5, '{"error":{"data":{"statusCode":500}}}');
  expect(await status()).toBe(401);
  insertMessage(writing, 'ses', 2, '{"role":"assistant"}');
  expect(await status()).toBeNull();
  insertMessage(writing, 'ses', 3, 'half a {');
  expect(await status()).toBeNull();
});

test('it is looked for where OpenCode puts it', () => {
  expect(storePath({ HOME: '/h' })).toBe('/h/.local/share/opencode/opencode.db');
  expect(storePath({ HOME: '/h', XDG_DATA_HOME: '/d' })).toBe('/d/opencode/opencode.db');
  expect(storePath({ HOME: '/h', OPENCODE_DB: 'mine.db' })).toBe('/h/.local/share/opencode/mine.db');
  expect(storePath({ HOME: '/h', OPENCODE_DB: '/x/mine.db' })).toBe('/x/mine.db');
});

test('of two gauges the second tells what the first does not know', async () => {
  const usage = (inputTokens: number) => ({ inputTokens, outputTokens: 0, usd: null });
  const retry = { attempt: 1, message: 'again', nextAt: null };
  const gauge = (reading: Reading | null, status: number | null = null): Gauge => ({
    read: async () => reading,
    lastStatus: async () => status,
  });
  const both = eitherGauge(gauge({ usage: usage(1), retry: null }), gauge({ usage: usage(2), retry }, 401));
  expect(await both.read('ses')).toEqual({ usage: usage(1), retry });
  expect(await both.lastStatus?.('ses')).toBe(401);
  const second = eitherGauge(gauge(null), gauge({ usage: usage(2), retry: null }));
  expect(await second.read('ses')).toEqual({ usage: usage(2), retry: null });
  expect(await eitherGauge(gauge(null), gauge(null)).read('ses')).toBeNull();
});
