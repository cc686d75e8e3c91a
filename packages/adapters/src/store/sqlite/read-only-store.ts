import type { Store } from '@symphony/domain';
import { LogReader } from './log-reader.ts';

/** The log for a process that only looks, while another one records. Recording through it is misuse. */
export class ReadOnlySqliteStore extends LogReader implements Store {
  append(): never {
    throw misuse();
  }

  saveSnapshot(): never {
    throw misuse();
  }
}

const misuse = (): Error => new Error('This log was opened for reading only; only the conductor records.');
