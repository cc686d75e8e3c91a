import {
  type Artifact,
  type ArtifactFindings,
  type ArtifactHit,
  type ArtifactQuery,
  isTextual,
} from '@symphony/domain';
import { rowLimit } from '../../store/record.ts';
import { type Term, termsOf, wordsOf } from '../../store/searchable-text.ts';
import { INDEXED_BYTES } from '../content.ts';
import { facetsOf } from '../facets.ts';
import { highlightsOf } from '../highlights.ts';
import { FOUND } from '../page.ts';
import { asWhole, byBeginning, isFew } from '../terms.ts';
import { passes } from './filter.ts';

/** A word in the name tells more than one in the text. */
const NAME_WEIGHT = 4;

/** Looks through everything, newest first. */
export function searchAll(
  newestFirst: readonly Artifact[],
  { text, limit = FOUND, offset = 0, ...filter }: ArtifactQuery,
  contentOf: (artifact: Artifact) => Uint8Array,
): ArtifactFindings {
  const passing = newestFirst.filter((artifact) => passes(artifact, filter));
  const found =
    text === undefined
      ? passing.map((artifact) => ({ artifact, score: 0, highlights: [] }))
      : findWords(passing, termsOf(text), contentOf);
  const from = rowLimit(offset);
  return {
    hits: found.slice(from, from + rowLimit(limit)),
    found: found.length,
    more: false,
    facets: facetsOf(found.map(({ artifact }) => artifact)),
  };
}

function findWords(
  artifacts: readonly Artifact[],
  terms: readonly Term[],
  contentOf: (artifact: Artifact) => Uint8Array,
): ArtifactHit[] {
  const find = (wanted: readonly Term[]): ArtifactHit[] =>
    artifacts
      .map((artifact) => hitOf(artifact, wanted, contentOf(artifact)))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
  const whole = find(terms.map(asWhole));
  return isFew(whole.length) ? find(terms.map(byBeginning)) : whole;
}

function hitOf(artifact: Artifact, terms: readonly Term[], content: Uint8Array): ArtifactHit {
  const text = isTextual(artifact.contentType)
    ? new TextDecoder().decode(content.subarray(0, INDEXED_BYTES))
    : '';
  const score = scoreOf(terms, wordsOf(artifact.name), wordsOf(text));
  return { artifact, score, highlights: score > 0 ? highlightsOf(text, terms) : [] };
}

/** How often the terms are said in relation to the length; 0 when one of them is not. */
function scoreOf(terms: readonly Term[], name: readonly string[], body: readonly string[]): number {
  const counts = terms.map(({ word, whole }) => {
    const meets = (each: string) => (whole ? each === word : each.startsWith(word));
    return NAME_WEIGHT * name.filter(meets).length + body.filter(meets).length;
  });
  if (terms.length === 0 || counts.includes(0)) return 0;
  return counts.reduce((sum, count) => sum + count, 0) / (name.length + body.length);
}
