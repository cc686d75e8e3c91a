import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteStore } from '@symphony/adapters/store/sqlite';
import type { FlowChange } from '@symphony/domain';
import { playLong } from './playing.ts';

/** Plays the long flow against a real log until it is done or killed. Each node's work is a line in `work`. */
const [folder = ''] = process.argv.slice(2);
const store = openSqliteStore({ folder, durability: 'normal', mirror: false });
const lines = openSync(join(folder, 'work'), 'a');
const before: { at: number; change: FlowChange }[] = [];
store.fold(0, ({ at, event }) => {
  if (event.type === 'flow-changed') before.push({ at, change: event.change });
});
let completed = before.filter(({ change }) => change.kind === 'node' && change.to === 'completed').length;

playLong(
  before,
  (at, changes) => {
    store.append(
      at,
      changes.map((change) => ({ type: 'flow-changed', run: 'run-1', change })),
    );
    for (const change of changes) if (change.kind === 'node' && change.to === 'completed') completed += 1;
    writeSync(1, `${completed}\n`);
  },
  ({ path, attempt }) => writeSync(lines, `${path} ${attempt}\n`),
);
store.close();
