import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeRepository, type Repository } from '@symphony/testkit';
import { type Orchestra, type OrchestraOptions, startOrchestra } from '../../src/orchestra.ts';
import { type Workplace, workplaceAt } from '../../src/workplace.ts';

/** Steps that leave one commit. */
export const WRITES = [{ write: { path: 'a.txt', text: 'x' } }, { commit: 'Add a' }];

/** A real repository to conduct in. */
export interface Hall {
  readonly repository: Repository;
  readonly workplace: Workplace;
  item(id: string, rehearsal: unknown, header?: object): void;
  configure(config: object): void;
  start(options?: Partial<OrchestraOptions>): Promise<Orchestra>;
  /** Plays what is on the board and returns how it ended. */
  play(options?: Partial<OrchestraOptions>): Promise<Awaited<Orchestra['finished']>>;
  clear(): Promise<void>;
}

export async function openHall(): Promise<Hall> {
  const repository = await makeRepository();
  const workplace = workplaceAt(repository.path);
  const started: Orchestra[] = [];
  const put = (path: string, text: string): void => {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  };
  const hall: Hall = {
    repository,
    workplace,
    item(id, rehearsal, header = {}) {
      const fields = Object.entries({ title: `Work of ${id}`, state: 'Todo', rehearsal, ...header });
      const lines = fields.map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
      put(join(workplace.board, `${id}.md`), `---\n${lines.join('\n')}\n---\n`);
    },
    configure: (config) =>
      put(
        join(workplace.folder, 'symphony.yaml'),
        JSON.stringify({ retry: { max_retries: 0 }, polling: { interval: '300ms' }, ...config }),
      ),
    async start(options = {}) {
      const orchestra = await startOrchestra({
        workplace,
        rehearse: true,
        target: null,
        exitWhenIdle: false,
        task: null,
        melody: null,
        version: 'test',
        ...options,
      });
      started.push(orchestra);
      return orchestra;
    },
    play: async (options = {}) => (await hall.start({ exitWhenIdle: true, ...options })).finished,
    async clear() {
      for (const orchestra of started) await orchestra.stop('now');
      await repository.remove();
    },
  };
  hall.configure({});
  return hall;
}
