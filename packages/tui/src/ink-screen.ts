import type { ReadStream, WriteStream } from 'node:tty';
import { render } from 'ink';
import { createElement as h } from 'react';
import { App, type Suspend } from './app.ts';
import type { Store } from './store.ts';
import type { Paint } from './text/paint.ts';

export interface InkScreen {
  readonly suspend: Suspend;
  /** The terminal is as it was found. */
  close(): Promise<void>;
}

/** Draws the store's model on a terminal of its own, and presses its keys. */
export function openInkScreen(
  store: Store,
  paint: Paint,
  { stdin, stdout }: { readonly stdin: ReadStream; readonly stdout: WriteStream },
): InkScreen {
  const ready = Promise.withResolvers<Suspend>();
  const app = render(h(App, { store, paint, onReady: ready.resolve }), {
    stdin,
    stdout,
    // Ctrl-C is a key like any other here, and a CI variable in a person's shell is no reason to stay dark.
    exitOnCtrlC: false,
    interactive: true,
    alternateScreen: true,
    incrementalRendering: true,
    patchConsole: false,
  });
  return {
    suspend: async (use) => (await ready.promise)(use),
    async close() {
      app.unmount();
      await app.waitUntilExit();
    },
  };
}
