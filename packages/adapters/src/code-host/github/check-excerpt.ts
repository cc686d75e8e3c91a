import { relevantPart } from './job-log.ts';
import type { CheckRun, StatusContext } from './pull-sight.ts';

/** What an agent is told about a failed check: what it says itself, what it marked, and of its log what matters. Pure. */

/** All of it: a dozen of them are to fit into a prompt. */
const LIMIT = 4_000;
/** Its own words and its marks, each, while there is a log as well. */
const BESIDE_LOG = 1_000;

export interface CheckWords {
  readonly said: string;
  readonly annotations?: readonly Annotation[];
  readonly log?: string;
}

export interface Annotation {
  readonly path: string;
  readonly start_line: number;
  readonly annotation_level: string | null;
  readonly title: string | null;
  readonly message: string | null;
}

export function excerptOf({ said, annotations = [], log = '' }: CheckWords): string {
  const own = shortened(said.trim(), log === '' ? LIMIT / 2 : BESIDE_LOG);
  const marked = shortened(marksOf(annotations), log === '' ? LIMIT / 2 : BESIDE_LOG);
  const part = relevantPart(log, LIMIT - own.length - marked.length);
  return [own, marked, part].filter(Boolean).join('\n\n') || 'It says nothing about why.';
}

/** Other apps have no log: they say it in a page of their own. */
export const saidBy = (source: CheckRun | StatusContext): string =>
  source.__typename === 'CheckRun'
    ? [source.title, source.summary, source.text].filter(Boolean).join('\n\n')
    : (source.description ?? '');

/** Warnings only where nothing failed; they are mostly about the machine that checks. */
function marksOf(annotations: readonly Annotation[]): string {
  const failures = annotations.filter(({ annotation_level: level }) => level === 'failure');
  const told = failures.length > 0 ? failures : annotations;
  return told
    .filter(({ annotation_level: level }) => level !== 'notice')
    .map(({ path, start_line, title, message }) =>
      [`${path}:${start_line}`, title, message].filter(Boolean).join(': '),
    )
    .join('\n');
}

/** The first words of a summary are its sum. */
const shortened = (text: string, limit: number): string =>
  text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
