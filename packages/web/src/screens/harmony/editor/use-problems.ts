import type { Melody, MelodyVerdict } from '@symphony/domain';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { client } from '../../../live/connection.ts';
import { asRequestError } from '../../../live/use-query.ts';
import { melodyProblems } from '../edit/own-check.ts';
import { findNode, type Spot, spotOf } from '../edit/place.ts';

export interface Problem {
  readonly sentence: string;
  readonly nextStep: string;
  /** Null when it is not known where. */
  readonly spot: Spot | null;
}

export interface Checked {
  readonly problems: readonly Problem[];
  /** The melody's file as it would be written; null while there are problems or nobody has answered. */
  readonly text: string | null;
  /** The daemon has not answered about the melody as it is now. */
  readonly checking: boolean;
}

const QUIET_MS = 500;

/**
 * What is wrong with the melody. The page knows the rules itself and says so at once; expressions, and
 * how the file reads, only the daemon knows, and it is asked when nobody has changed anything for a moment.
 */
export function useProblems(melody: Melody): Checked {
  const settled = useDeferredValue(melody);
  const own = useMemo(
    () =>
      (melodyProblems(settled) ?? []).map(({ where, sentence, nextStep }) => ({
        sentence,
        nextStep,
        spot: spotOf(settled, where),
      })),
    [settled],
  );
  const [answer, setAnswer] = useState<{ readonly melody: Melody; readonly verdict: MelodyVerdict } | null>(
    null,
  );
  const sound = own.length === 0;
  useEffect(() => {
    if (!sound) return;
    let over = false;
    const timer = window.setTimeout(() => {
      client()
        .ask('check-melody', { melody: settled })
        .catch((error: unknown) => refusal(asRequestError(error)))
        .then((verdict) => {
          if (!over) setAnswer({ melody: settled, verdict });
        });
    }, QUIET_MS);
    return () => {
      over = true;
      window.clearTimeout(timer);
    };
  }, [settled, sound]);
  return useMemo(() => {
    const current = sound && answer?.melody === settled ? answer.verdict : null;
    const theirs = (current?.problems ?? []).map(({ node, sentence, nextStep }) => ({
      sentence,
      nextStep,
      spot: node === null ? null : spotOfNode(settled, node),
    }));
    return {
      problems: [...own, ...theirs],
      text: current?.text ?? null,
      checking: sound && current === null,
    };
  }, [own, answer, settled, sound]);
}

const spotOfNode = (melody: Melody, node: string): Spot | null => {
  const place = findNode(melody, node);
  return place && { place, node, edge: null, field: [] };
};

/** One that cannot even be asked about (too large) cannot be saved either. */
const refusal = ({ message, nextStep }: { message: string; nextStep: string | null }): MelodyVerdict => ({
  problems: [{ file: '', line: null, node: null, sentence: message, nextStep: nextStep ?? '' }],
  text: null,
});
