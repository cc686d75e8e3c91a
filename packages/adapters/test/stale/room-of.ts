import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PortError, type StaleSource, type Thing } from '@symphony/domain';
import { seeded } from '@symphony/testkit';
import { openSessionShelf, type Standing, Trash, Uses } from '../../src/stale/index.ts';

export const DAY = 86_400_000;
export const NOW = Date.UTC(2026, 4, 1);
export const UNUSED: Standing = { guards: {}, training: false, usedAt: null };

/** A `.symphony` folder with sessions to clean up. */
export interface Room {
  readonly folder: string;
  readonly archive: string;
  readonly sessions: string;
  readonly trash: Trash;
  readonly uses: Uses;
  readonly shelf: StaleSource;
  /** A session of about `size` bytes, last written so many days ago. */
  put(name: string, size: number, days: number): Promise<string>;
  thing(id: string): Promise<Thing>;
  ids(): Promise<string[]>;
}

export async function roomAt(folder: string): Promise<Room> {
  const [archive, sessions] = [join(folder, 'archive'), join(folder, 'sessions')];
  await mkdir(sessions, { recursive: true });
  const trash = new Trash(archive);
  const uses = new Uses(archive);
  const shelf = openSessionShelf({ folder: sessions, archive, trash, uses, standing: () => UNUSED });
  return {
    folder,
    archive,
    sessions,
    trash,
    uses,
    shelf,
    async put(name, size, days) {
      const text = transcript(name, size);
      const path = join(sessions, name);
      await writeFile(path, text);
      const at = new Date(NOW - days * DAY);
      await utimes(path, at, at);
      return text;
    },
    async thing(id) {
      const found = (await shelf.list()).find((each) => each.id === id);
      if (!found) throw new PortError({ code: 'missing', message: `no ${id}` });
      return found;
    },
    ids: async () => (await shelf.list()).map(({ id, tier }) => `${id} ${tier}`),
  };
}

const WORDS = ['turn', 'file', 'edit', 'test', 'commit', 'plan', 'error', 'ok', 'branch', 'merge'];

/** Lines as an agent would write them; the same name gives the same text. */
export function transcript(name: string, size: number): string {
  let seed = 0;
  for (const character of name) seed = (seed * 31 + character.charCodeAt(0)) >>> 0;
  const chance = seeded(seed);
  let text = '';
  for (let line = 0; text.length < size; line += 1) {
    const words = Array.from({ length: 12 }, () => WORDS[Math.floor(chance() * WORDS.length)]);
    text += `${JSON.stringify({ line, id: Math.floor(chance() * 1e9).toString(16), text: words.join(' ') })}\n`;
  }
  return text;
}

export const because = (at = NOW, batch = 'clean-1') => ({ at, batch, reason: 'not used for 100 days' });

export const failing = async (work: Promise<unknown>): Promise<PortError['failure']> => {
  const error = await work.then(
    () => null,
    (each: unknown) => each,
  );
  if (error instanceof PortError) return error.failure;
  throw new Error(`expected a PortError and got ${error}`);
};
