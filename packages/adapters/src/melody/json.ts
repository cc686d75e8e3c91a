import type { Melody } from '@symphony/domain';
import type { ExpressionCheck } from './expressions.ts';
import { type Reading, refused } from './reading.ts';
import { readSource } from './source.ts';
import { type Envelope, envelopeOf, openEnvelope } from './wire.ts';

/** The whole melody, for other programs and for exchange. */
export const writeJson = (melody: Melody): string => `${JSON.stringify(envelopeOf(melody), null, 2)}\n`;

export function readJson(text: string, file: string, expressions: ExpressionCheck): Reading {
  const data = parse(text);
  if (data === undefined) {
    const source = readSource(text);
    const line = source.ok ? 1 : (source.faults[0]?.line ?? 1);
    return refused(
      file,
      line,
      'The file is not valid JSON.',
      'Export the melody again, or correct the line.',
    );
  }
  if (!isEnvelope(data)) {
    const nextStep = 'It must be `{ "schema_version": …, "melody": … }`.';
    return refused(file, 1, 'The file does not hold a melody.', nextStep);
  }
  // Lines are looked for only when there is something to say: that reads the whole file once more.
  const reading = openEnvelope(data, file, ['melody'], () => null, expressions);
  if (reading.ok) return reading;
  const source = readSource(text);
  return source.ok ? openEnvelope(data, file, ['melody'], source.lineNear, expressions) : reading;
}

/** Undefined when it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && 'schema_version' in value && 'melody' in value;
