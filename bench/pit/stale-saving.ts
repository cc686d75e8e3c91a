import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSessionShelf, Trash, Uses } from '@symphony/adapters/stale';
import { seeded } from '@symphony/testkit';
import { memoryNow } from '../memory.ts';
import type { Row } from './part.ts';

const MB = 1_000_000;
const LARGE = 64 * MB;
const VERBS = ['reads', 'edits', 'tests', 'searches', 'commits', 'plans', 'asks about', 'mends'];
const NOUNS = [
  'the parser',
  'a failing check',
  'the board',
  'its own notes',
  'the README',
  'the merge',
  'the log',
];

/**
 * What compressing saves. The corpus: `count` transcripts of 8 to 250 KB, JSON Lines as agents write
 * them (made here, seeded), or the files of the folder SYMPHONY_TRANSCRIPTS names, as many as there are.
 */
export async function savingOn(count: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'symphony-bench-'));
  try {
    const sessions = join(folder, 'sessions');
    const archive = join(folder, 'archive');
    await mkdir(sessions);
    const texts = recorded() ?? Array.from({ length: count }, (_, at) => transcript(at));
    texts.forEach((text, at) => {
      writeFileSync(join(sessions, `session-${at}.jsonl`), text);
    });
    const shelf = openSessionShelf({
      folder: sessions,
      archive,
      trash: new Trash(archive),
      uses: new Uses(archive),
      standing: () => ({ guards: {}, training: true, usedAt: null }),
    });
    const before = blocksBelow(folder);
    const began = performance.now();
    for (const thing of await shelf.list())
      if (thing.tiers.includes('warm')) await shelf.archive?.(thing, 'warm');
    const seconds = (performance.now() - began) / 1000;
    const saving = 1 - blocksBelow(folder) / before;
    const bytes = texts.reduce((sum, text) => sum + text.length, 0);
    return [
      {
        what: `saving on ${texts.length} transcripts (${(bytes / MB).toFixed(1)} MB), share`,
        ours: saving,
        goal: { atLeast: 0.4 },
        peer: null,
      },
      { what: 'compress and read back, MB a second', ours: bytes / MB / seconds, goal: null, peer: null },
      await largeFile(sessions, shelf),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Memory must not follow the size of the file. */
async function largeFile(sessions: string, shelf: ReturnType<typeof openSessionShelf>): Promise<Row> {
  const file = join(sessions, 'large.jsonl');
  const part = transcript(1);
  for (let size = 0; size < LARGE; size += part.length) writeFileSync(file, part, { flag: 'a' });
  utimesSync(file, 0, 0);
  const thing = (await shelf.list()).find(({ label }) => label === 'large.jsonl');
  const before = memoryNow().rssMb;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss / 1024 / 1024);
  }, 5);
  if (thing) await shelf.archive?.(thing, 'warm');
  clearInterval(watch);
  return {
    what: 'memory more while compressing 64 MB, MB',
    ours: most - before,
    goal: { atMost: 64 },
    peer: null,
  };
}

function recorded(): string[] | null {
  const folder = process.env.SYMPHONY_TRANSCRIPTS;
  if (!folder) return null;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

function transcript(number: number): string {
  const chance = seeded(number + 1);
  const pick = (words: readonly string[]): string => words[Math.floor(chance() * words.length)] ?? '';
  const length = 8_000 + chance() * 242_000;
  let text = '';
  for (let line = 0; text.length < length; line += 1) {
    const words = Array.from({ length: 3 + Math.floor(chance() * 9) }, () => `${pick(VERBS)} ${pick(NOUNS)}`);
    const id = Math.floor(chance() * 2 ** 32).toString(16);
    text += `${JSON.stringify({ type: pick(['message', 'tool', 'result']), id, at: 1_790_000_000_000 + line * 731, text: words.join(', then ') })}\n`;
  }
  return text;
}

/** Bytes the disk gives for what is below a folder. */
export function blocksBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) =>
      sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.blocks ?? 0) * 512,
    0,
  );
}
