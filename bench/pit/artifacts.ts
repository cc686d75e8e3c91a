import { mkdtempSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDiskArtifactStore } from '@symphony/adapters/artifact/disk';
import type { ArtifactQuery, ArtifactStore } from '@symphony/domain';
import Database from 'better-sqlite3';
import { percentile } from '../statistics.ts';
import { anyText, Chooser, WORDS } from './artifact-corpus.ts';
import type { PitPart, Row } from './part.ts';

const MB = 1024 * 1024;
const KB_4 = 4096;
/** One in ten contents was stored before: prompts repeat, and so do unchanged diffs. */
const REPEATED = 0.1;
const TYPES = ['prompt', 'transcript', 'diff', 'report'];
const LOOKS = 500;
const SEARCHES = 200;
/** Above this a stream is no longer held in a few parts. */
const MOST_GROWTH_MB = 64;

/** P3: storing, getting, finding and streaming, beside the plainest ways to keep bytes. */
export const artifactsPart: PitPart = {
  name: 'artifacts',
  sizes: (quick) => (quick ? [1_000] : [1_000, 10_000, 100_000]),
  measure,
};

async function measure(size: number): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'symphony-bench-'));
  await warmUp(folder);
  const store = await openStore(join(folder, 'artifacts'));
  try {
    const ours = await fillStore(store, size);
    const peer = fillPeer(join(folder, 'peer.db'), size);
    const files = await writeFiles(folder, Math.min(size, 2_000));
    const stats = await store.stats();
    return [
      {
        what: 'store 4 KB, p99 ms',
        ours: ours.storeMs,
        goal: { atMost: 5 },
        peer: named('file, flushed', files),
      },
      {
        what: 'store 4 KB, p50 ms',
        ours: ours.storeMedianMs,
        goal: null,
        peer: named('table with FTS5', peer.storeMs),
      },
      {
        what: 'get record and 4 KB, p99 ms',
        ours: await getMs(store, size),
        goal: { atMost: 2 },
        peer: named('table', peer.getMs),
      },
      {
        what: 'search, p99 ms',
        ours: await searchMs(store),
        goal: { atMost: 100 },
        peer: named('FTS5 alone', peer.searchMs),
      },
      { what: 'deduplication, bytes stored ÷ kept', ours: stats.ratio, goal: { atLeast: 1.05 }, peer: null },
      ...(await streamRows(store, size >= 100_000 ? 1_024 : 64)),
    ];
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const named = (name: string, value: number) => ({ name, value });

interface Piece {
  readonly name: string;
  readonly text: string;
}

/** The same contents for everybody: seeded. */
function* pieces(size: number): Generator<Piece> {
  const chooser = new Chooser(42);
  const recent: string[] = [];
  for (let number = 0; number < size; number += 1) {
    const again = recent.length > 0 && chooser.chance() < REPEATED;
    const text = again ? (recent[chooser.below(recent.length)] as string) : anyText(chooser, KB_4);
    if (!again) recent[recent.length < 1_000 ? recent.length : chooser.below(1_000)] = text;
    yield { name: `run-${number >> 3}/piece-${number % 8}`, text };
  }
}

/** Stored at once while filling up: the flushes wait together. */
const TOGETHER = 32;
/** Only the last ones are timed, one after another: the store is as large as it says by then. */
const timedOf = (size: number): number => Math.min(2_000, size / 2);

function openStore(folder: string): ReturnType<typeof openDiskArtifactStore> {
  let count = 0;
  const names = (prefix: string): string => {
    count += 1;
    return `${prefix}-${count}`;
  };
  return openDiskArtifactStore({ folder, now: Date.now, names, durability: 'normal' });
}

/** The store is one of many thousands in a conductor's life: code that has just been loaded is not it. */
async function warmUp(folder: string): Promise<void> {
  const store = await openStore(join(folder, 'warm'));
  await fillStore(store, 2_000);
  store.close();
}

async function fillStore(
  store: ArtifactStore,
  size: number,
): Promise<{ storeMs: number; storeMedianMs: number }> {
  const times: number[] = [];
  let waiting: Promise<unknown>[] = [];
  let number = 0;
  for (const { name, text } of pieces(size)) {
    const type = TYPES[number % TYPES.length] as string;
    const request = { name, type, item: `S-${number >> 6}`, run: `run-${number >> 3}`, key: `key-${number}` };
    number += 1;
    if (number <= size - timedOf(size)) {
      waiting.push(store.store(request, text));
      if (waiting.length < TOGETHER) continue;
      await Promise.all(waiting);
      waiting = [];
    } else {
      await Promise.all(waiting);
      const began = performance.now();
      await store.store(request, text);
      times.push(performance.now() - began);
    }
  }
  return { storeMs: percentile(times, 0.99), storeMedianMs: percentile(times, 0.5) };
}

async function getMs(store: ArtifactStore, size: number): Promise<number> {
  const chooser = new Chooser(7);
  const times: number[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    const id = `a-${1 + chooser.below(size)}`;
    const began = performance.now();
    await store.get(id);
    await store.text(id);
    times.push(performance.now() - began);
  }
  return percentile(times, 0.99);
}

/** Frequent and rare words, one to three of them, a third with a filter beside. */
function queries(): ArtifactQuery[] {
  const chooser = new Chooser(11);
  return Array.from({ length: SEARCHES }, (_, number) => {
    const words = Array.from({ length: 1 + (number % 3) }, () => WORDS[chooser.skewed(WORDS.length)]);
    const filter = number % 3 === 0 ? { type: TYPES[number % TYPES.length] as string } : {};
    return { text: words.join(' '), ...filter };
  });
}

async function searchMs(store: ArtifactStore): Promise<number> {
  const times: number[] = [];
  for (const query of queries()) {
    const began = performance.now();
    await store.search(query);
    times.push(performance.now() - began);
  }
  return percentile(times, 0.99);
}

/** Bytes in a table and their words in FTS5: no address, no deduplication, no check on reading, no file. */
function fillPeer(file: string, size: number): { storeMs: number; getMs: number; searchMs: number } {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.exec('CREATE TABLE blobs (id INTEGER PRIMARY KEY, name TEXT, body BLOB)');
  db.exec("CREATE VIRTUAL TABLE words USING fts5(body, content='')");
  const insert = db.prepare('INSERT INTO blobs (name, body) VALUES (?, ?)');
  const index = db.prepare('INSERT INTO words (rowid, body) VALUES (?, ?)');
  const get = db.prepare('SELECT name, body FROM blobs WHERE id = ?');
  const find = db.prepare('SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT 20');
  const timed = (work: () => void): number => {
    const began = performance.now();
    work();
    return performance.now() - began;
  };
  const storing: number[] = [];
  const keep = db.transaction(({ name, text }: Piece) => {
    index.run(insert.run(name, Buffer.from(text)).lastInsertRowid, text);
  });
  let number = 0;
  for (const piece of pieces(size)) {
    const ms = timed(() => keep(piece));
    number += 1;
    if (number > size - timedOf(size)) storing.push(ms);
  }
  const chooser = new Chooser(7);
  const getting = Array.from({ length: LOOKS }, () => timed(() => get.get(1 + chooser.below(size))));
  const finding = queries().map(({ text = '' }) => {
    const match = text
      .split(' ')
      .map((word) => `"${word}"*`)
      .join(' AND ');
    return timed(() => find.all(match));
  });
  db.close();
  return {
    storeMs: percentile(storing, 0.5),
    getMs: percentile(getting, 0.99),
    searchMs: percentile(finding, 0.99),
  };
}

/** The least that keeping a file safely costs: written aside, flushed, renamed. */
async function writeFiles(folder: string, size: number): Promise<number> {
  const times: number[] = [];
  let number = 0;
  for (const { text } of pieces(size)) {
    const path = join(folder, `plain-${number}`);
    number += 1;
    const began = performance.now();
    const file = await open(`${path}.part`, 'wx');
    await file.write(text);
    await file.datasync();
    await file.close();
    await rename(`${path}.part`, path);
    times.push(performance.now() - began);
  }
  return percentile(times, 0.99);
}

async function streamRows(store: ArtifactStore, mb: number): Promise<readonly Row[]> {
  const before = rssMb();
  let peak = before;
  const look = () => {
    peak = Math.max(peak, rssMb());
  };
  async function* source(): AsyncGenerator<Uint8Array> {
    const part = Buffer.alloc(MB, 'stream of bytes ');
    for (let number = 0; number < mb; number += 1) {
      part.writeUInt32LE(number);
      look();
      yield part;
    }
  }
  const began = performance.now();
  const { id } = await store.store({ name: 'stream', type: 'other' }, source());
  const stored = performance.now();
  for await (const _ of store.open(id)) look();
  const read = performance.now();
  return [
    {
      what: `stream of ${mb} MB in and out, memory grown MB`,
      ours: peak - before,
      goal: { atMost: MOST_GROWTH_MB },
      peer: null,
    },
    { what: `stream of ${mb} MB in, MB/s`, ours: mb / ((stored - began) / 1_000), goal: null, peer: null },
    { what: `stream of ${mb} MB out, MB/s`, ours: mb / ((read - stored) / 1_000), goal: null, peer: null },
  ];
}

function rssMb(): number {
  return process.memoryUsage.rss() / MB;
}
