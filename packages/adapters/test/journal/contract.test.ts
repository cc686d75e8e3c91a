import { join } from 'node:path';
import { MemoryJournal } from '@symphony/adapters/journal/memory';
import { openRuntimeStore } from '@symphony/adapters/journal/sqlite';
import { journalContract } from '@symphony/testkit';
import { temporaryFolder } from '../store/temporary-folder.ts';

journalContract('memory', () => {
  const journal = new MemoryJournal();
  return { journal, close: () => journal.close() };
});

journalContract('sqlite', () => {
  const folder = temporaryFolder();
  const open = () => openRuntimeStore(join(folder.path, 'runtime', 'runtime.db'));
  let store = open();
  return {
    journal: store.journal,
    reopen: () => {
      store.close();
      store = open();
      return store.journal;
    },
    close: () => {
      store.close();
      folder.remove();
    },
  };
});
