/**
 * One thing at a time for each repository, in the order asked, however many hosts were opened on
 * it: the scratch worktree and the target are shared by all of them.
 */
const lastOf = new Map<string, Promise<void>>();

export function inTurn<T>(instance: string, work: () => Promise<T>): Promise<T> {
  const before = lastOf.get(instance) ?? Promise.resolve();
  const result = before.then(work);
  const settled = result.then(
    () => undefined,
    () => undefined, // the caller hears of it; the next in turn does not care
  );
  lastOf.set(instance, settled);
  void settled.then(() => {
    if (lastOf.get(instance) === settled) lastOf.delete(instance);
  });
  return result;
}
