import type { Flow, Melody } from '@symphony/domain';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { edgeKeys } from '../edit/edges.ts';
import { idsOf } from '../edit/flow-edits.ts';
import { record, redo, undo } from '../edit/history.ts';
import { type FlowPlace, flowAt, pathOf, withFlowAt } from '../edit/place.ts';
import { type Draft, isUnsaved, keepDraft } from './drafts.ts';

export type Chosen = ReadonlySet<string>;

/** Everything the parts of the editor read and do. */
export interface Editor {
  readonly draft: Draft;
  readonly melody: Melody;
  readonly unsaved: boolean;
  /** The flow that is drawn: the melody's, or the body of a loop. */
  readonly flow: Flow;
  readonly place: FlowPlace;
  readonly chosen: Chosen;
  /** Paths of nodes before which a run stops; they are not part of the melody. */
  readonly breakpoints: ReadonlySet<string>;
  choose(ids: Chosen): void;
  /** Goes to another flow of the melody. */
  enter(place: FlowPlace, chosen?: Chosen): void;
  /** Changes with the same `during`, in a row, are undone as one. */
  change(melody: Melody, during?: string): void;
  changeFlow(flow: Flow, during?: string): void;
  undo(): void;
  redo(): void;
  toggleBreakpoint(id: string): void;
  markSaved(draft: Draft): void;
}

const NONE: Chosen = new Set();

export function useEditor(name: string, opened: Draft): Editor {
  const [draft, setDraft] = useState(opened);
  const [wanted, setPlace] = useState<FlowPlace>([]);
  const [picked, choose] = useState<Chosen>(NONE);
  const [breakpoints, setBreakpoints] = useState<ReadonlySet<string>>(NONE);
  const melody = draft.history.present;
  useEffect(() => keepDraft(name, draft), [name, draft]);

  // Undoing may take away the loop one is in.
  const there = flowAt(melody, wanted);
  const place = there ? wanted : [];
  const flow = there ?? melody.flow;
  const chosen = useMemo(() => stillThere(flow, picked), [flow, picked]);
  const change = useCallback((next: Melody, during?: string) => {
    setDraft((before) => ({ ...before, history: record(before.history, next, during) }));
  }, []);
  const step = useCallback((by: typeof undo) => {
    setDraft((before) => ({ ...before, history: by(before.history) }));
  }, []);
  return useMemo(
    () => ({
      draft,
      melody,
      unsaved: isUnsaved(draft),
      flow,
      place,
      chosen,
      breakpoints,
      choose,
      enter(next, ids = NONE) {
        setPlace(next);
        choose(ids);
      },
      change,
      changeFlow: (next, during) => change(withFlowAt(melody, place, next), during),
      undo: () => step(undo),
      redo: () => step(redo),
      toggleBreakpoint(id) {
        const path = pathOf(place, id);
        setBreakpoints((before) => {
          const next = new Set(before);
          if (!next.delete(path)) next.add(path);
          return next;
        });
      },
      markSaved: setDraft,
    }),
    [draft, melody, flow, place, chosen, breakpoints, change, step],
  );
}

/** Undoing takes away what was chosen when it was made. */
function stillThere(flow: Flow, picked: Chosen): Chosen {
  if (picked.size === 0) return picked;
  const left = [...picked].filter((id) => namesIn(flow).has(id));
  return left.length === picked.size ? picked : new Set(left);
}

/** With ten thousand nodes too much to be made for every click. */
const known = new WeakMap<Flow, ReadonlySet<string>>();

function namesIn(flow: Flow): ReadonlySet<string> {
  const names = known.get(flow) ?? new Set([...idsOf(flow), ...edgeKeys(flow.edges)]);
  known.set(flow, names);
  return names;
}
