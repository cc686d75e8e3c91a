import { openReadOnlySqliteStore } from '@symphony/adapters/store/sqlite';
import { replay } from '@symphony/conductor';
import { failureOf } from '@symphony/domain';
import { counted, type Finding, ok, problem } from './finding.ts';

/** Whether the log can be read as a start reads it: the newest snapshot and what was recorded after it. */
export function checkLog(folder: string): Finding {
  try {
    const store = openReadOnlySqliteStore(folder);
    try {
      return ok('log', `The log can be read: ${counted(replay(store).seq, 'record')}.`);
    } finally {
      store.close();
    }
  } catch (error) {
    const { code, message, nextStep } = failureOf(error);
    if (code === 'missing') return ok('log', 'Nothing is recorded yet.');
    return problem('log', message, nextStep ?? 'Keep a copy of `.symphony/log` and look at it.');
  }
}
