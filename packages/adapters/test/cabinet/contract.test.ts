import { join } from 'node:path';
import { MemoryCabinet } from '@symphony/adapters/cabinet/memory';
import { openRuntimeStore } from '@symphony/adapters/journal/sqlite';
import { cabinetContract } from '@symphony/testkit';
import { temporaryFolder } from '../store/temporary-folder.ts';

cabinetContract('memory', () => ({ cabinet: new MemoryCabinet(), close: () => undefined }));

cabinetContract('sqlite', () => {
  const folder = temporaryFolder();
  const open = () => openRuntimeStore(join(folder.path, 'runtime.db'));
  let store = open();
  return {
    cabinet: store.cabinet,
    reopen: () => {
      store.close();
      store = open();
      return store.cabinet;
    },
    close: () => {
      store.close();
      folder.remove();
    },
  };
});
