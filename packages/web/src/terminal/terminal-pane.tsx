import type { RequestError, TerminalView } from '@symphony/protocol';
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { shownThemeAtom } from '../app/theme.ts';
import { client } from '../live/connection.ts';
import { asRequestError } from '../live/use-query.ts';
import { ErrorState } from '../ui/states.tsx';
import { confine, showProgram } from './program.ts';
import { terminalColours } from './terminal-colours.ts';
import '@xterm/xterm/css/xterm.css';

const HISTORY_ROWS = 1_000;

/** The agent's own program in the item's chamber. Waits while it is not on yet. */
export default function TerminalPane({ item }: { readonly item: string }) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<Terminal | null>(null);
  const theme = useAtomValue(shownThemeAtom);
  const [error, setError] = useState<RequestError | null>(null);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` opens it again.
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const terminal = new Terminal({
      fontFamily: window.getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
      fontSize: 13,
      scrollback: HISTORY_ROWS,
      theme: terminalColours(),
      linkHandler: { activate: () => undefined },
    });
    const fit = new FitAddon();
    terminal.loadAddon(fit);
    confine(terminal);
    terminal.open(element);
    fit.fit();
    shown.current = terminal;
    const opening = client().terminal(item, {
      cols: terminal.cols,
      rows: terminal.rows,
      write: true,
      history: HISTORY_ROWS,
    });
    let over = false;
    const fail = (reason: unknown): void => {
      if (!over) setError(asRequestError(reason));
    };
    opening
      .then((view) => {
        terminal.focus();
        connectKeys(terminal, view);
        return showProgram(view, terminal);
      })
      .catch(fail);
    const resized = new ResizeObserver(() => {
      const size = fit.proposeDimensions();
      if (!size || (size.cols === terminal.cols && size.rows === terminal.rows)) return;
      // The program is told, and draws itself anew in the new size.
      void opening.then((view) => view.resize(size)).catch(() => undefined); // its end is told by its frames
    });
    resized.observe(element);
    return () => {
      over = true;
      resized.disconnect();
      shown.current = null;
      terminal.dispose();
      void opening.then((view) => view.close()).catch(() => undefined); // it never opened
    };
  }, [item, tries]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read from the page, which the theme changes.
  useEffect(() => {
    if (shown.current) shown.current.options.theme = terminalColours();
  }, [theme]);

  const again = (): void => {
    setError(null);
    setTries(tries + 1);
  };
  return (
    <div className="relative min-h-0 flex-1 rounded-lg border border-line bg-sunken p-2">
      <div ref={place} className="h-full overflow-auto" />
      {error && (
        <div className="absolute inset-0 bg-panel">
          <ErrorState error={error} again={again} />
        </div>
      )}
    </div>
  );
}

/** Shift-Escape lets go of the keyboard: a program takes every other key, the tab key too. */
function connectKeys(terminal: Terminal, view: TerminalView): void {
  let typing: Promise<unknown> = Promise.resolve();
  terminal.onData((text) => {
    // In order. What cannot be delivered is not repeated: the end of the program is told by its frames.
    typing = typing.then(() => view.input(text)).catch(() => undefined);
  });
  terminal.attachCustomKeyEventHandler((event) => {
    if (event.key !== 'Escape' || !event.shiftKey) return true;
    if (event.type === 'keydown') terminal.blur();
    return false;
  });
}
