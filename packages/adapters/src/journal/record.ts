import type { RuntimeEvent } from '@symphony/domain';

export { assertInstant, rowLimit } from '../store/record.ts';

/** The event as JSON text; what cannot be told as JSON is misuse and throws at once. */
export const bodyOf = (event: RuntimeEvent): string => JSON.stringify(event);
