import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entry } from '@symphony/domain';
import { findWorkplace, type Orchestra, startOrchestra } from '@symphony/server';
// Not through the package's index: its contract suites would bring the test runner into what is measured.
import { makeRepository } from '../../packages/testkit/src/git-repository.ts';

export interface BoardRequest {
  /** Items that are played, all at once. */
  readonly playing: number;
  /** Items that wait for another one as long as the board is there. */
  readonly waiting: number;
  /** The script of an item, after it has said that it is there. */
  script(number: number): readonly string[];
}

/** A conductor in this process, with rehearsal players that are real processes. */
export interface PlayedBoard {
  readonly orchestra: Orchestra;
  /** Resolves when every item that is played is in its turn. */
  readonly allInTurn: Promise<void>;
  /** Items that were merged so far. */
  merged(): number;
  remove(): Promise<void>;
}

const HERE = 'I am here.';

export async function openPlayedBoard(request: BoardRequest): Promise<PlayedBoard> {
  const { playing, waiting } = request;
  // Players are given the home of this process: nothing of theirs belongs into a person's own.
  const home = mkdtempSync(join(tmpdir(), 'symphony-home-'));
  process.env.HOME = home;
  const repository = await makeRepository();
  const workplace = await findWorkplace(repository.path);
  mkdirSync(workplace.board, { recursive: true });
  writeFileSync(join(workplace.folder, 'symphony.yaml'), settingsText(playing));
  const write = (number: number, head: string): void =>
    writeFileSync(join(workplace.board, `S-${number}.md`), `---\ntitle: Work ${number}\n${head}\n---\n`);
  write(0, 'state: Review');
  for (let number = 1; number <= playing + waiting; number++)
    write(number, number <= playing ? played(request.script(number)) : 'state: Todo\nblocked_by: [S-0]');
  const orchestra = await startOrchestra({
    workplace,
    rehearse: false,
    target: null,
    exitWhenIdle: waiting === 0,
    task: null,
    melody: null,
    version: 'bench',
  });
  const seen = { items: 0, inTurn: 0, merged: 0 };
  const inTurn = Promise.withResolvers<void>();
  // Once all are there this changes nothing any more.
  void orchestra.finished.then(({ reason }) => inTurn.reject(new Error(`It ended too soon: ${reason}`)));
  await orchestra.client.follow(0, ({ event }: Entry) => {
    if (event.type === 'item-seen') seen.items += 1;
    if (event.type === 'train-landed') seen.merged += event.items.length;
    if (event.type === 'agent-reported' && event.event.type === 'message' && event.event.text === HERE)
      seen.inTurn += 1;
    if (event.type === 'retry-scheduled') inTurn.reject(new Error(`A run failed: ${event.error}`));
    if (seen.inTurn === playing && seen.items >= playing + waiting) inTurn.resolve();
  });
  return {
    orchestra,
    allInTurn: inTurn.promise,
    merged: () => seen.merged,
    remove: async () => {
      await orchestra.stop('now');
      await repository.remove();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Nobody is made ready beforehand: the processes that are counted are those that play. */
const settingsText = (slots: number): string => `players:
  rehearsal: { agent: rehearsal }
slots: { total: ${Math.max(1, slots)} }
pool: { spare: 0 }
stall_timeout: 0
verify: ["git diff --exit-code"]
`;

const played = (script: readonly string[]): string =>
  ['state: Todo', 'rehearsal:', ...[`say: ${HERE}`, ...script].map((step) => `  - ${step}`)].join('\n');
