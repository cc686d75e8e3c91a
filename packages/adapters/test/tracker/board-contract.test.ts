import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SeedItem, trackerContract } from '@symphony/testkit';
import { scratchBoard } from './scratch-board.ts';

const fileOf = (seed: SeedItem): string => {
  const header = {
    id: `B-${seed.name}`,
    title: seed.title,
    state: seed.state,
    priority: seed.priority ?? null,
    labels: seed.labels ?? [],
    blocked_by: (seed.blockedBy ?? []).map((name) => `B-${name}`),
    dispatchable: seed.dispatchable ?? true,
    created: '2026-01-01T00:00:00Z',
  };
  const lines = Object.entries(header).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${seed.description ?? ''}\n`;
};

trackerContract('board', async (items) => {
  const files = Object.fromEntries(items.map((item) => [`${item.name}.md`, fileOf(item)]));
  const { board, folder, write, text } = scratchBoard(files);
  return {
    tracker: board,
    unknownId: 'B-nobody',
    idOf: (name) => `B-${name}`,
    put: async (item) => void write(`${item.name}.md`, fileOf(item)),
    remove: async (name) => rmSync(join(folder, `${name}.md`)),
    spoil: async (name) => void write(`${name}.md`, `---\nid: B-${name}\ntitle: ""\n---\n`),
    commentsOf: async (name) => {
      const [, ...comments] = text(`${name}.md`).split(/^<!-- symphony:\S+ -->$/m);
      return comments;
    },
    breakTransport: async () => {
      renameSync(folder, `${folder}.away`);
      writeFileSync(folder, 'a file where the folder was');
      return async () => {
        rmSync(folder);
        renameSync(`${folder}.away`, folder);
      };
    },
    close: async () => undefined,
  };
});
