import { MemoryStore } from '@symphony/adapters/store/memory';
import { openSqliteStore } from '@symphony/adapters/store/sqlite';
import { storeContract } from '@symphony/testkit';
import { temporaryFolder } from './temporary-folder.ts';

storeContract('memory', () => {
  const store = new MemoryStore();
  return { store, close: () => store.close() };
});

for (const options of [
  { durability: 'normal', mirror: true },
  { durability: 'full', mirror: false },
] as const)
  storeContract(`sqlite, durability ${options.durability}, mirror ${options.mirror ? 'on' : 'off'}`, () => {
    const folder = temporaryFolder();
    const open = () => openSqliteStore({ folder: folder.path, ...options });
    let store = open();
    return {
      store,
      reopen: () => {
        store.close();
        store = open();
        return store;
      },
      close: () => {
        store.close();
        folder.remove();
      },
    };
  });
