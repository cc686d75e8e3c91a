/** What `work` comes to, or `late` when `ms` are over first. The timer does not outlive the answer. */
export async function inTime<T, L>(work: Promise<T>, ms: number, late: L): Promise<T | L> {
  const { promise: tired, resolve } = Promise.withResolvers<L>();
  const timer = setTimeout(() => resolve(late), ms);
  try {
    return await Promise.race([work, tired]);
  } finally {
    clearTimeout(timer);
  }
}
