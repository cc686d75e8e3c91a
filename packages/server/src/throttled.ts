/** Calls at once, then at most once in `ms`; the last request is never lost. */
export function throttled(call: () => void, ms: number): () => void {
  let waiting = false;
  let again = false;
  return function request(): void {
    if (waiting) {
      again = true;
      return;
    }
    waiting = true;
    call();
    setTimeout(() => {
      waiting = false;
      if (again) {
        again = false;
        request();
      }
    }, ms).unref();
  };
}
