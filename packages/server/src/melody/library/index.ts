import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MelodyText } from '@symphony/adapters/melody';

const FOLDER = new URL('./', import.meta.url);

/** The melodies every repository has, as they are written. Read once, when first asked for. */
let texts: readonly MelodyText[] | null = null;

export function builtInMelodies(): readonly MelodyText[] {
  texts ??= readdirSync(fileURLToPath(FOLDER))
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((file) => ({ file, text: readFileSync(new URL(file, FOLDER), 'utf8') }));
  return texts;
}
