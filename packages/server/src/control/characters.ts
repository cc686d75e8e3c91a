/** How long a value is when it is written down. What is nested deeper than can be written is larger than anything. */
export function charactersOf(value: unknown): number {
  try {
    return JSON.stringify(value).length;
  } catch (error) {
    if (error instanceof RangeError) return Number.POSITIVE_INFINITY;
    throw error;
  }
}
