/** The same values at the same pace; what breaks them is told as `refusal` makes it. */
export const refusing = <T>(
  values: AsyncIterable<T>,
  refusal: (error: unknown) => Error,
): AsyncIterable<T> => ({
  [Symbol.asyncIterator]: () => {
    const source = values[Symbol.asyncIterator]();
    return {
      next: async () => {
        try {
          return await source.next();
        } catch (error) {
          throw refusal(error);
        }
      },
      return: async () => {
        await source.return?.();
        return { done: true, value: undefined };
      },
    };
  },
});
