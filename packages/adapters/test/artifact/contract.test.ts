import { openDiskArtifactStore } from '@symphony/adapters/artifact/disk';
import { MemoryArtifactStore } from '@symphony/adapters/artifact/memory';
import { artifactContract } from '@symphony/testkit';
import { temporaryFolder } from '../store/temporary-folder.ts';

artifactContract('memory', async ({ now, names }) => {
  const store = new MemoryArtifactStore(now, names);
  return { store, close: () => store.close() };
});

for (const options of [
  { durability: 'normal' },
  { durability: 'full', key: new Uint8Array(32).fill(7) },
] as const)
  artifactContract(
    `disk, ${options.durability}, ${'key' in options ? 'sealed' : 'plain'}`,
    async (ground) => {
      const folder = temporaryFolder();
      const open = () => openDiskArtifactStore({ folder: folder.path, ...ground, ...options });
      let store = await open();
      return {
        store,
        keyed: 'key' in options,
        reopen: async () => {
          store.close();
          store = await open();
          return store;
        },
        close: () => {
          store.close();
          folder.remove();
        },
      };
    },
  );
