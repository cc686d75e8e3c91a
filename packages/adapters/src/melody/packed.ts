import { createRequire } from 'node:module';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Melody } from '@symphony/domain';
import type { Packr } from 'msgpackr';
import type { ExpressionCheck } from './expressions.ts';
import { isEnvelope } from './json.ts';
import { type Reading, refused } from './reading.ts';
import { envelopeOf, openEnvelope } from './wire.ts';

const require = createRequire(import.meta.url);
let made: Packr | null = null;

/**
 * MessagePack for storing and sending. Most of a melody is prose, which MessagePack alone keeps as it
 * is; so the melody inside the envelope is packed, then compressed. Plain maps, no extension of the
 * library: any MessagePack and any Brotli read it, and nothing in a file from elsewhere is compiled.
 * Loaded when somebody packs or unpacks, which few commands do.
 */
function packr(): Packr {
  if (made) return made;
  const { Packr } = require('msgpackr') as typeof import('msgpackr');
  made = new Packr({ useRecords: false, mapsAsObjects: true, variableMapSize: true });
  return made;
}

/** A small file must not fill the memory. */
const LARGEST_BYTES = 64 * 1024 * 1024;

/** Above this the best compression takes seconds, and large flows repeat themselves so much that less will do. */
const LARGE_BYTES = 64 * 1024;

export function pack(melody: Melody): Buffer {
  const { schema_version, melody: value } = envelopeOf(melody);
  const inner = packr().pack(value);
  const quality = inner.length > LARGE_BYTES ? 5 : constants.BROTLI_MAX_QUALITY;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  return packr().pack({ schema_version, melody: brotliCompressSync(inner, { params }) });
}

export function unpack(bytes: Uint8Array, file: string, expressions: ExpressionCheck): Reading {
  const nextStep = 'Export the melody again, as msgpack, JSON or YAML.';
  try {
    const envelope: unknown = packr().unpack(bytes);
    if (isEnvelope(envelope) && envelope.melody instanceof Uint8Array) {
      const inner = brotliDecompressSync(envelope.melody, { maxOutputLength: LARGEST_BYTES });
      // A copy in plain values: what MessagePack can say beyond JSON has no place in a melody.
      const melody: unknown = JSON.parse(JSON.stringify(packr().unpack(inner)));
      return openEnvelope({ ...envelope, melody }, file, ['melody'], () => null, expressions);
    }
  } catch (error) {
    return refused(file, null, `The file is damaged: ${(error as Error).message}.`, nextStep);
  }
  return refused(file, null, 'The file does not hold a packed melody.', nextStep);
}
