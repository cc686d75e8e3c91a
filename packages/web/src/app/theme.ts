import { atom } from 'jotai';
import { store } from '../live/board-atoms.ts';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'symphony-theme';
const dark = window.matchMedia('(prefers-color-scheme: dark)');

const isTheme = (text: string | null): text is Theme =>
  text === 'system' || text === 'light' || text === 'dark';

const remembered = (): Theme => {
  const text = window.localStorage.getItem(KEY);
  return isTheme(text) ? text : 'system';
};

export const themeAtom = atom<Theme>(remembered());

/** What is shown now, for parts that bring colours of their own (terminal, charts, canvas). */
export const shownThemeAtom = atom<'light' | 'dark'>('light');

/** Called before anything is drawn, so that the page does not flash in the other theme. */
export function applyTheme(): void {
  const theme = store.get(themeAtom);
  const shown = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme;
  document.documentElement.dataset.theme = shown;
  store.set(shownThemeAtom, shown);
}

export function chooseTheme(theme: Theme): void {
  window.localStorage.setItem(KEY, theme);
  store.set(themeAtom, theme);
  applyTheme();
}

dark.addEventListener('change', applyTheme);
