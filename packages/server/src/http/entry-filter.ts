import { z } from '@hono/zod-openapi';
import type { EntryFilter } from '@symphony/domain';

/** Which entries are meant, as an address says it. */

/** Separated by commas. */
export const list = z.string().max(5_000).optional();

export const split = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

export const entryFilter = { item: z.string().min(1).max(500).optional(), types: list };

export const readFilter = ({
  item,
  types,
}: {
  item?: string | undefined;
  types?: string | undefined;
}): EntryFilter => ({
  ...(item === undefined ? {} : { item }),
  ...(types === undefined ? {} : { types: split(types) }),
});
