import type { ITheme } from '@xterm/xterm';

/** The terminal in the colours of the page. What programs colour themselves stays as they mean it. */
export function terminalColours(): ITheme {
  const style = window.getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    background: colour('sunken'),
    foreground: colour('ink'),
    cursor: colour('accent'),
    cursorAccent: colour('sunken'),
    selectionBackground: colour('accent-soft'),
    red: colour('bad'),
    green: colour('good'),
    yellow: colour('warn'),
    blue: colour('accent'),
    brightBlack: colour('ink-faint'),
  };
}
