import { decodeMelody, encodeMelody, MELODY_FOLDER, SCHEMA_VERSION } from '@symphony/adapters/melody';
import type { Melody, MelodyVerdict } from '@symphony/domain';
import { whyNoExpression } from '../../melody/library/expression-check.ts';
import { nodesByLine } from './nodes-by-line.ts';

/** A melody as it was drawn, or as it was written. */
type GivenMelody = { readonly melody: Melody } | { readonly text: string };

/**
 * Reads it exactly as a file of it would be read, so that what passes here can be saved and played.
 * A drawn one has no lines a person could look at: its problems name nodes only.
 */
export function checkGiven(given: GivenMelody): MelodyVerdict & { readonly melody: Melody | null } {
  const drawn = 'melody' in given;
  const text = drawn
    ? JSON.stringify({ schema_version: SCHEMA_VERSION, melody: given.melody }, null, 2)
    : given.text;
  const file = drawn ? fileOf(given.melody) : `${MELODY_FOLDER}/…`;
  const reading = decodeMelody(Buffer.from(text), drawn ? 'json' : 'yaml', file, whyNoExpression);
  if (reading.ok) {
    const { melody } = reading;
    return { problems: [], text: encodeMelody(melody, 'yaml').toString('utf8'), melody };
  }
  const nodeAt = nodesByLine(text);
  const problems = reading.problems.map((each) => ({
    ...each,
    line: drawn ? null : each.line,
    node: nodeAt(each.line),
  }));
  return { problems, text: null, melody: null };
}

const fileOf = ({ name }: Melody): string => `${MELODY_FOLDER}/${String(name).slice(0, 100)}.yaml`;
