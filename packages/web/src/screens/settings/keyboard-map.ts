import { PLACES } from '../../app/places.ts';

export interface KeyGroup {
  readonly title: string;
  readonly keys: readonly { readonly keys: readonly string[]; readonly does: string }[];
}

/** What the keys do, by where they do it. */
export const KEYBOARD_MAP: readonly KeyGroup[] = [
  {
    title: 'Everywhere',
    keys: [
      { keys: ['Ctrl K', '/'], does: 'search or do something' },
      { keys: ['Esc'], does: 'close what lies over the page' },
      ...PLACES.map(({ key, name }) => ({ keys: [`g ${key}`], does: `go to ${name}` })),
    ],
  },
  {
    title: 'Board',
    keys: [
      { keys: ['n'], does: 'a new item' },
      { keys: ['Alt ↑', 'Alt ↓'], does: 'move the card that has the focus' },
    ],
  },
  {
    title: 'Chat',
    keys: [
      { keys: ['Enter'], does: 'send what was written' },
      { keys: ['Shift Enter'], does: 'a new line' },
      { keys: ['Esc'], does: 'stop what is being answered' },
    ],
  },
  {
    title: 'Inbox',
    keys: [
      { keys: ['j', 'k'], does: 'the next and the previous' },
      { keys: ['1', '…', '9'], does: 'answer with that choice' },
    ],
  },
  {
    title: 'Item',
    keys: [
      { keys: ['[', ']'], does: 'the turn, or the changed file, before and after' },
      { keys: ['↑', '↓'], does: 'from line to line of a change' },
      { keys: ['Enter'], does: 'a remark about the line' },
      { keys: ['Ctrl Enter'], does: 'send what was written' },
    ],
  },
  {
    title: 'Harmony',
    keys: [
      { keys: ['f'], does: 'show all of it' },
      { keys: ['b'], does: 'a breakpoint before the chosen node' },
      { keys: ['c'], does: 'connect the chosen node' },
      { keys: ['Del', 'Ctrl D'], does: 'remove, and double, what is chosen' },
      { keys: ['Ctrl Z', 'Shift Ctrl Z'], does: 'undo and redo' },
      { keys: ['o', 'Esc'], does: 'into a loop, and out of it' },
    ],
  },
  {
    title: 'Missions',
    keys: [
      { keys: ['n'], does: 'a new mission' },
      { keys: ['f', '/'], does: 'show all of the graph, find a node' },
      { keys: ['Esc'], does: 'choose no node any more' },
    ],
  },
  {
    title: 'Replay',
    keys: [
      { keys: ['←', '→'], does: 'one entry back and on' },
      { keys: ['p', 'n'], does: 'the previous and the next mark' },
      { keys: ['Space'], does: 'play and pause' },
    ],
  },
];
