import { chamberContract } from '@symphony/testkit';
import { MemoryChambers } from '../../src/chamber/memory/index.ts';
import { openHall } from './hall.ts';

chamberContract('memory', async () => {
  const chambers = new MemoryChambers();
  return {
    chambers,
    write: async (chamber, path, text) => chambers.write(chamber, path, text),
    commit: async (chamber, message) => void chambers.commit(chamber, message),
    merge: async (chamber) => chambers.merge(chamber, 'main'),
    failHook: async (hook) => chambers.failHook(hook, 'it failed'),
    close: async () => undefined,
  };
});

chamberContract('worktree', async () => {
  const hall = await openHall();
  return {
    chambers: hall.chambers,
    write: (chamber, path, text) => hall.in(chamber).write({ [path]: text }),
    commit: async (chamber, message) => void (await hall.in(chamber).commit({}, message)),
    merge: async (chamber) =>
      void (await hall.repository.git('merge', '--quiet', '--no-edit', chamber.branch)),
    failHook: async (hook) => {
      hall.settings.hooks[hook] = 'exit 3';
    },
    close: async () => undefined,
  };
});
