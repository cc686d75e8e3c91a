import { createRequire } from 'node:module';
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import { nearest } from '../written/nearest.ts';
import { type FilePath, showPath } from '../yaml/index.ts';
import type { Finding } from './problem.ts';
import { flow, recovery, type Schema } from './schema.ts';

const require = createRequire(import.meta.url);
let made: Ajv | null = null;

/** Loaded with the first thing to check: most commands check nothing. */
function ajv(): Ajv {
  if (made) return made;
  const { Ajv } = require('ajv') as typeof import('ajv');
  made = new Ajv({
    allErrors: true,
    verbose: true,
    discriminator: true,
    strictTypes: false,
    strictRequired: false,
  });
  made.addKeyword({ keyword: 'must', schemaType: 'string' });
  made.addSchema([recovery, flow] as Schema[]);
  return made;
}

export type Checker = (value: unknown, at: FilePath) => Finding[];

/** Compiled when first needed: most commands read a few kinds of entries only. */
export function checkerOf(schema: Schema): Checker {
  let validate: ValidateFunction | null = null;
  return (value, at) => {
    validate ??= ajv().compile(schema);
    if (validate(value)) return [];
    return (validate.errors ?? []).flatMap((error) => describe(error, at));
  };
}

function describe(error: ErrorObject, at: FilePath): Finding[] {
  const path = [...at, ...pathOf(error)];
  const must = wordsOf(error.parentSchema);
  switch (error.keyword) {
    case 'required': {
      const key = String((error.params as { missingProperty: string }).missingProperty);
      const said = `${named([...path, key])} is missing.`;
      return [{ path, sentence: said, nextStep: mustBe(propertyOf(error.parentSchema, key)) || 'Add it.' }];
    }
    case 'additionalProperties':
      return [unknownKey(error, path)];
    case 'discriminator':
      return [{ path, sentence: `${named(path)} must ${must}.`, nextStep: nearestKind(error) }];
    default:
      return [
        {
          path,
          sentence: `${named(path)} must ${must || `be otherwise (${error.message})`}.`,
          nextStep: 'Correct it.',
        },
      ];
  }
}

const named = (path: FilePath): string => (path.length === 0 ? 'The file' : `\`${showPath(path)}\``);

const pathOf = ({ instancePath }: ErrorObject): FilePath =>
  instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));

const wordsOf = (schema: unknown): string => String((schema as { must?: string } | undefined)?.must ?? '');

const mustBe = (schema: unknown): string => {
  const words = wordsOf(schema);
  return words === '' ? '' : `It must ${words}.`;
};

const propertyOf = (schema: unknown, key: string): unknown =>
  (schema as { properties?: Record<string, unknown> } | undefined)?.properties?.[key];

function unknownKey(error: ErrorObject, path: FilePath): Finding {
  const key = String((error.params as { additionalProperty: string }).additionalProperty);
  const keys = Object.keys((error.parentSchema as { properties?: object }).properties ?? {});
  const place = path.length === 0 ? 'at the top' : `in ${named(path)}`;
  return {
    path: [...path, key],
    sentence: `\`${key}\` is not known ${place}.`,
    nextStep: `${didYouMean(key, keys)}Known: ${keys.join(', ')}.`,
  };
}

function nearestKind(error: ErrorObject): string {
  const { tagValue } = error.params as { tagValue?: unknown };
  const kinds = ((error.parentSchema as { oneOf?: Schema[] }).oneOf ?? []).map(kindOf);
  return (typeof tagValue === 'string' ? didYouMean(tagValue, kinds).trim() : '') || 'Add it.';
}

const kindOf = (schema: Schema): string => {
  const constants = Object.values((schema.properties ?? {}) as Record<string, { const?: string }>);
  return constants.find((each) => each.const !== undefined)?.const ?? '';
};

export function didYouMean(word: string, known: readonly string[]): string {
  const best = nearest(word, known);
  return best !== '' && sharesMost(word, best) ? `Did you mean \`${best}\`? ` : '';
}

/** A guess is worth saying when most letters are the same. */
const sharesMost = (a: string, b: string): boolean => {
  const letters = new Set(b.toLowerCase());
  return [...a.toLowerCase()].filter((letter) => letters.has(letter)).length >= a.length * 0.6;
};
