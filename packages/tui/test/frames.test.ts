import { HOSTILE, item, missionRun, NOW, run, status, withMissions } from '@symphony/testkit';
import { renderToString } from 'ink';
import { createElement } from 'react';
import { describe, expect, test } from 'vitest';
import { Screen } from '../src/app.ts';
import type { Model, Size } from '../src/model/model.ts';
import { widthOf } from '../src/text/columns.ts';
import { coloured, plain } from '../src/text/paint.ts';
import { screenRows } from '../src/view/screen.ts';
import { openedAll, Player } from './sample-model.ts';

/** What Ink makes of it, so that a row it would change is seen. */
const drawn = (model: Model): string =>
  renderToString(createElement(Screen, { rows: screenRows(model, plain) }), { columns: model.size.columns })
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');

const SIZES: readonly Size[] = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 60, rows: 15 },
];

/** What is pressed to see each of them. */
const SCREENS: Readonly<Record<string, (player: Player) => Player>> = {
  overview: (player) => player,
  item: (player) => player.press('enter'),
  reasons: (player) => player.press('enter', 'e'),
  logs: (player) => player.press('3', 'w'),
  inbox: (player) => player.press('4'),
  help: (player) => player.press('?'),
};

describe.each(SIZES)('at $columns x $rows', (size) => {
  test.each(Object.entries(SCREENS))('%s', async (name, show) => {
    const { model } = show(openedAll(new Player(size)));
    const frame = drawn(model);
    expect(frame.split('\n').length).toBeLessThanOrEqual(size.rows);
    await expect(`${frame}\n`).toMatchFileSnapshot(`frames/${name}-${size.columns}x${size.rows}.txt`);
  });
});

/** With missions on the board. */
const MISSION_SCREENS: Readonly<Record<string, (player: Player) => Player>> = {
  missions: (player) => player.press('5'),
  'missions-board': (player) => player,
  'missions-help': (player) => player.press('5', '?'),
};

describe.each(SIZES)('M12 missions at $columns x $rows', (size) => {
  test.each(Object.entries(MISSION_SCREENS))('%s', async (name, show) => {
    const { model } = show(new Player(size).shows(withMissions));
    const frame = drawn(model);
    expect(frame.split('\n').length).toBeLessThanOrEqual(size.rows);
    await expect(`${frame}\n`).toMatchFileSnapshot(`frames/${name}-${size.columns}x${size.rows}.txt`);
  });
});

test.each([
  ['nothing on the board yet', (player: Player) => player.shows(status())],
  ['no answer yet', (player: Player) => player],
  [
    'connection lost',
    (player: Player) =>
      openedAll(player).happen({ kind: 'link', state: 'lost' }, { kind: 'tick', now: NOW + 65_000 }),
  ],
  [
    'conductor stopped',
    (player: Player) =>
      openedAll(player).happen({ kind: 'link', state: 'stopped' }, { kind: 'tick', now: NOW + 5_000 }),
  ],
  [
    'at 40 x 10',
    (player: Player) => openedAll(player).happen({ kind: 'size', size: { columns: 40, rows: 10 } }),
  ],
  [
    'at 30 x 6',
    (player: Player) => openedAll(player).happen({ kind: 'size', size: { columns: 30, rows: 6 } }),
  ],
])('%s', async (name, show) => {
  const { model } = show(new Player());
  await expect(`${drawn(model)}\n`).toMatchFileSnapshot(`frames/${name.replaceAll(' ', '-')}.txt`);
});

const crowd = status({
  items: Array.from({ length: 200 }, (_, at) =>
    item(`SYM-${at}`, {
      state: 'running',
      run: run({ lastMessage: HOSTILE }),
      title: HOSTILE,
      reason: HOSTILE,
    }),
  ),
  inbox: Array.from({ length: 50 }, (_, at) => ({
    item: `SYM-${at}`,
    run: 'r',
    askedAt: NOW,
    question: {
      id: `q${at}`,
      text: HOSTILE.repeat(9),
      choices: [HOSTILE, HOSTILE],
      defaultAnswer: HOSTILE,
      defaultAfterMs: 9e5,
    },
  })),
  missions: Array.from({ length: 30 }, (_, at) =>
    missionRun({ id: `${HOSTILE}${at}`, title: HOSTILE, now: HOSTILE, needsYou: true }),
  ),
  collisions: [{ a: 'SYM-1', b: 'SYM-2', files: [HOSTILE], sure: true, first: 'SYM-1', rationale: HOSTILE }],
  problems: Array.from({ length: 20 }, () => HOSTILE),
  target: HOSTILE,
});

test.each([
  [80, 24],
  [120, 60],
  [60, 15],
  [40, 10],
  [39, 9],
  [12, 3],
  [1, 1],
])('200 hostile items stay inside %i x %i and command nothing', (columns, rows) => {
  for (const show of [...Object.values(SCREENS), ...Object.values(MISSION_SCREENS)]) {
    const player = show(new Player({ columns, rows }).shows(crowd));
    player.happen({ kind: 'told', text: HOSTILE.repeat(20), tone: 'bad' });
    const lines = screenRows(player.model, plain);
    expect(lines.length).toBe(rows);
    expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
    expect(lines.filter((line) => /[\u0000-\u001f\u007f-\u009f\u202e]/.test(line))).toEqual([]);
  }
});

test('the chosen row is always in sight', () => {
  const player = new Player({ columns: 80, rows: 24 }).shows(crowd);
  for (let at = 0; at < 200; at += 1) {
    expect(screenRows(player.model, plain).filter((line) => line.startsWith('> '))).toHaveLength(1);
    player.press('down');
  }
  expect(player.model.chosen).toBe(player.model.board?.items.at(-1)?.id);
});

test('colours are the only difference between a plain and a painted screen', () => {
  const { model } = openedAll(new Player());
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of this very screen
  const stripped = screenRows(model, coloured).map((line) => line.replace(/\u001b\[\d+m/g, '').trimEnd());
  expect(stripped).toEqual(screenRows(model, plain));
  expect(screenRows(model, coloured)).not.toEqual(stripped);
});
