/** A key as the decisions know it, whatever the terminal sent for it. */
export type Key = { readonly name: NamedKey } | { readonly char: string };

export type NamedKey =
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'home'
  | 'end'
  | 'enter'
  | 'escape'
  | 'tab'
  | 'back-tab'
  | 'backspace'
  | 'clear-line'
  | 'drop-word'
  | 'interrupt';

/** What Ink tells about a key, as far as it matters here. */
export interface InkKey {
  readonly upArrow: boolean;
  readonly downArrow: boolean;
  readonly pageUp: boolean;
  readonly pageDown: boolean;
  readonly home: boolean;
  readonly end: boolean;
  readonly return: boolean;
  readonly escape: boolean;
  readonly tab: boolean;
  readonly shift: boolean;
  readonly backspace: boolean;
  readonly delete: boolean;
  readonly ctrl: boolean;
  readonly meta: boolean;
}

const CONTROLS: Readonly<Record<string, NamedKey>> = {
  c: 'interrupt',
  u: 'clear-line',
  w: 'drop-word',
  p: 'up',
  n: 'down',
};

/** Over a slow line several keys come at once, so one report may be many keys. */
export function keysOf(input: string, key: InkKey): readonly Key[] {
  const named = nameOf(key);
  if (named) return [{ name: named }];
  if (key.ctrl) {
    const control = CONTROLS[input];
    return control ? [{ name: control }] : [];
  }
  if (key.meta) return [];
  return Array.from(input, charKey).filter((each) => each !== null);
}

function nameOf(key: InkKey): NamedKey | null {
  if (key.upArrow) return 'up';
  if (key.downArrow) return 'down';
  if (key.pageUp) return 'page-up';
  if (key.pageDown) return 'page-down';
  if (key.home) return 'home';
  if (key.end) return 'end';
  if (key.return) return 'enter';
  if (key.escape) return 'escape';
  if (key.tab) return key.shift ? 'back-tab' : 'tab';
  return key.backspace || key.delete ? 'backspace' : null;
}

function charKey(char: string): Key | null {
  if (char === '\r' || char === '\n') return { name: 'enter' };
  if (char === '\t') return { name: 'tab' };
  return /\p{Cc}/u.test(char) ? null : { char };
}
