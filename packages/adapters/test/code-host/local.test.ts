import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeHostContract } from '@symphony/testkit';
import { LocalStage } from './local-stage.ts';

codeHostContract('local', async () => {
  const stage = await LocalStage.open({ 'shared.txt': 'start\n' });
  const { repository } = stage;
  return {
    host: stage.host,
    verify: 'if test -f left.txt && test -f right.txt; then echo left and right clash; exit 1; fi',
    makeEntry: (name) => stage.entry(name, { [`${name}.txt`]: `${name}\n` }),
    makeConflicting: async (name) => {
      const entry = await stage.entry(name, { 'shared.txt': `${name}\n` });
      await repository.commit('Another way', { 'shared.txt': 'another\n' });
      return entry;
    },
    makeClashing: async (one, other) => [
      await stage.entry(one, { 'left.txt': 'left\n' }),
      await stage.entry(other, { 'right.txt': 'right\n' }),
    ],
    targetCommit: async () => stage.target,
    moveTarget: () => repository.commit('Somebody else', { [`foreign-${stage.target}.txt`]: 'foreign\n' }),
    contains: async (commit) => stage.isMerged(commit),
    hold: async (entry) => {
      const file = `${entry.identifier}.txt`;
      await repository.write(file, 'mine\n');
      return () => rm(join(repository.path, file));
    },
    close: () => stage.close(),
  };
});
