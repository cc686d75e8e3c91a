/**
 * Values made one at a time, when they are asked for. It ends at once when its reader leaves, also
 * while it waits: a generator alone would first wait for a value that may never come.
 */
export function leavable<T>(
  make: (left: AbortSignal) => AsyncGenerator<T, void, undefined>,
): AsyncIterableIterator<T, undefined> {
  const leaving = new AbortController();
  const values = make(leaving.signal);
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: async () => {
      const next = await values.next();
      return next.done === true ? { done: true, value: undefined } : next;
    },
    return: async () => {
      leaving.abort();
      await values.return();
      return { done: true, value: undefined };
    },
  };
}
