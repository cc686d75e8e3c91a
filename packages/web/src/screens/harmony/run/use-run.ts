import { type Flow, type MelodyRunView, type MelodyView, playableFlow } from '@symphony/domain';
import { RequestError } from '@symphony/protocol';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import { restAtom } from '../../../live/board-atoms.ts';
import { client } from '../../../live/connection.ts';
import { asRequestError } from '../../../live/use-query.ts';
import { findStart } from './find-start.ts';

export interface Run {
  readonly view: MelodyView;
  /** As it is played: a melody that was changed since does not change it. */
  readonly flow: Flow;
}

/** Not asked more often than this, however fast the nodes go. */
const QUIET_MS = 250;

/** A run with all its nodes, asked for again whenever the board says that it moved. */
export function useRun(id: string): {
  readonly run: Run | null;
  readonly error: RequestError | null;
  again(): void;
} {
  const [view, setView] = useState<MelodyView | null>(null);
  const [flow, setFlow] = useState<Flow | null>(null);
  const [error, setError] = useState<RequestError | null>(null);
  const row = useAtomValue(restAtom)?.melodies.find((each) => each.id === id);
  const mark = row ? markOf(row) : '';
  const asked = useRef(0);
  const ask = useCallback(() => {
    asked.current = Date.now();
    client()
      .melody(id)
      .then(setView, (problem: unknown) => setError(asRequestError(problem)));
  }, [id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `mark` says that the run moved.
  useEffect(() => {
    const timer = window.setTimeout(ask, Math.max(0, QUIET_MS - (Date.now() - asked.current)));
    return () => window.clearTimeout(timer);
  }, [ask, mark]);
  useEffect(() => {
    findStart(client(), id)
      .then((start) => {
        if (!start) throw new RequestError('missing', `The log does not say how ${id} began.`, null);
        setFlow(playableFlow(start.melody, start.parameters));
      })
      .catch((problem: unknown) => setError(asRequestError(problem)));
  }, [id]);
  const again = useCallback(() => {
    setError(null);
    ask();
  }, [ask]);
  return { run: view && flow ? { view, flow } : null, error, again };
}

const markOf = ({ state, reason, nodes, now, breakpoints }: MelodyRunView): string =>
  JSON.stringify([state, reason, nodes, now, breakpoints]);
