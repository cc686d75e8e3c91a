/** Calls when the page has nothing else to do; what is returned takes it back. Some browsers do not tell when that is. */
export function whenIdle(call: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(call, 1_000);
    return () => clearTimeout(timer);
  }
  const request = window.requestIdleCallback(call, { timeout: 5_000 });
  return () => window.cancelIdleCallback(request);
}
