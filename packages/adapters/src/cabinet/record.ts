import type { CabinetRecord } from '@symphony/domain';
import { assertInstant } from '../store/record.ts';

/** What every cabinet asks of a record. Breaking it is misuse: it throws at once and nothing is kept. */
export function assertRecord({ at, expiresAt, value }: CabinetRecord): void {
  assertInstant(at);
  if (expiresAt !== undefined && expiresAt !== null) assertInstant(expiresAt);
  if (JSON.stringify(value) === undefined) throw new TypeError('A record without a value was offered');
}
