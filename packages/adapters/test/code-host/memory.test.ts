import { MemoryCodeHost } from '@symphony/adapters/code-host/memory';
import type { TrainEntry } from '@symphony/domain';
import { codeHostContract } from '@symphony/testkit';

codeHostContract('memory', async () => {
  const host = new MemoryCodeHost();
  const makeEntry = async (name: string): Promise<TrainEntry> => ({
    item: `item-${name}`,
    identifier: name,
    title: `Work on ${name}`,
    branch: `symphony/${name}`,
    head: `head-${name}`,
  });
  return {
    host,
    verify: 'check',
    makeEntry,
    makeConflicting: async (name) => {
      const entry = await makeEntry(name);
      host.conflictOn(entry.item);
      return entry;
    },
    makeClashing: async (one, other) => {
      const entries = [await makeEntry(one), await makeEntry(other)] as const;
      host.failVerifyOn(entries.map((entry) => entry.item));
      return entries;
    },
    targetCommit: async () => host.targetCommit(),
    moveTarget: async () => host.moveTarget(),
    contains: async (commit) => host.contains(commit),
    hold: async () => {
      host.hold('main is checked out with uncommitted changes');
      return async () => host.hold(null);
    },
    close: async () => undefined,
  };
});
