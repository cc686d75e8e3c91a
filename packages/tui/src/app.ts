import { setImmediate } from 'node:timers/promises';
import { Box, Text, useApp, useInput, usePaste, useWindowSize } from 'ink';
import { createElement as h, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { keysOf } from './model/key.ts';
import type { Store } from './store.ts';
import type { Paint } from './text/paint.ts';
import { screenRows } from './view/screen.ts';

/** Ink's way to give the terminal away for a while. */
export type Suspend = (use: () => Promise<void>) => Promise<void>;

export interface AppProps {
  readonly store: Store;
  readonly paint: Paint;
  /** Told as soon as there is one: only a component can ask Ink for it. */
  readonly onReady: (suspend: Suspend) => void;
}

/**
 * A keyboard that was paused stops a moment later. Were it listened to again before, Node would take it
 * for being read and never read it again.
 */
const afterPause = (): Promise<void> => setImmediate();

/** The whole dashboard as one component: what is drawn is decided in `view`, what keys do in `model`. */
export function App({ store, paint, onReady }: AppProps): ReactNode {
  const model = useSyncExternalStore(store.watch, () => store.model);
  const { columns, rows } = useWindowSize();
  const { suspendTerminal } = useApp();
  useEffect(() => {
    onReady(async (use) => void (await suspendTerminal(() => use().finally(afterPause))));
  }, [onReady, suspendTerminal]);
  useEffect(() => {
    store.happen({ kind: 'size', size: { columns, rows } });
  }, [store, columns, rows]);
  useInput((input, key) => {
    for (const each of keysOf(input, key)) store.happen({ kind: 'key', key: each });
  });
  usePaste((text) => store.happen({ kind: 'paste', text }));
  return h(Screen, { rows: screenRows(model, paint) });
}

/** Rows are cut to their width already; `truncate` only keeps Ink from measuring words. */
export const Screen = ({ rows }: { readonly rows: readonly string[] }): ReactNode =>
  h(
    Box,
    { flexDirection: 'column' },
    // A row is its place on the screen: there is nothing else to know it by.
    ...rows.map((row, at) => h(Text, { key: at, wrap: 'truncate' }, row === '' ? ' ' : row)),
  );
