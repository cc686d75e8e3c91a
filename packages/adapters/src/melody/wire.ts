import { checkMelody, type Melody } from '@symphony/domain';
import type { FilePath } from '../yaml/index.ts';
import { badExpressions, type ExpressionCheck } from './expressions.ts';
import { migrate, SCHEMA_VERSION } from './migrate.ts';
import type { Finding } from './problem.ts';
import { type Reading, refused } from './reading.ts';
import { melody as melodySchema } from './schema.ts';
import { checkerOf } from './schema-check.ts';

/** How melodies are exchanged: with the version of their form, so that an older one can be brought up. */
export interface Envelope {
  readonly schema_version: number;
  readonly melody: unknown;
}

export const envelopeOf = (melody: Melody): Envelope => ({ schema_version: SCHEMA_VERSION, melody });

const checkShape = checkerOf(melodySchema);

/** `lineNear` finds lines where there are any. */
export function openEnvelope(
  { schema_version: version, melody }: Partial<Envelope>,
  file: string,
  at: FilePath,
  lineNear: (path: FilePath) => number | null,
  expressions: ExpressionCheck,
): Reading {
  const migrated = migrate(version, melody);
  if (!migrated.ok) return refused(file, lineNear(['schema_version']), migrated.sentence, migrated.nextStep);
  // After a migration places in the file are no longer places in the value.
  const lineOf = version === SCHEMA_VERSION ? lineNear : () => null;
  const shape = checkShape(migrated.melody, at);
  const found = shape.length > 0 ? shape : wrongIn(migrated.melody as Melody, at, expressions);
  if (found.length === 0) return { ok: true, melody: migrated.melody as Melody };
  return {
    ok: false,
    problems: found.map(({ path, sentence, nextStep }) => ({ file, line: lineOf(path), sentence, nextStep })),
  };
}

const wrongIn = (melody: Melody, at: FilePath, expressions: ExpressionCheck): Finding[] =>
  [...checkMelody(melody), ...badExpressions(melody, expressions)].map(({ where, sentence, nextStep }) => ({
    path: [...at, ...where],
    sentence,
    nextStep,
  }));
