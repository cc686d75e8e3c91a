import type { Melody } from '@symphony/domain';
import type { ExpressionCheck } from './expressions.ts';
import { readJson, writeJson } from './json.ts';
import { pack, unpack } from './packed.ts';
import type { Reading } from './reading.ts';
import { readYaml, writeYaml } from './yaml.ts';

/** The three forms a melody is kept and exchanged in; reading back gives the same melody. */
export type MelodyFormat = 'yaml' | 'json' | 'msgpack';

export function encodeMelody(melody: Melody, format: MelodyFormat): Buffer {
  switch (format) {
    case 'yaml':
      return Buffer.from(writeYaml(melody));
    case 'json':
      return Buffer.from(writeJson(melody));
    case 'msgpack':
      return pack(melody);
  }
}

/** `file` is how the problems name it. Without `expressions`, conditions are taken as they are. */
export function decodeMelody(
  bytes: Uint8Array,
  format: MelodyFormat,
  file: string,
  expressions: ExpressionCheck = () => null,
): Reading {
  switch (format) {
    case 'yaml':
      return readYaml(Buffer.from(bytes).toString('utf8'), file, expressions);
    case 'json':
      return readJson(Buffer.from(bytes).toString('utf8'), file, expressions);
    case 'msgpack':
      return unpack(bytes, file, expressions);
  }
}

/** By the ending of a file's name; null when it tells nothing. */
export function formatOf(file: string): MelodyFormat | null {
  if (/\.ya?ml$/i.test(file)) return 'yaml';
  if (/\.json$/i.test(file)) return 'json';
  return /\.(msgpack|mpk)$/i.test(file) ? 'msgpack' : null;
}
