/**
 * What pure code needs of an `AbortSignal`, which is one: it is handed down to every model call and every tool,
 * and whoever hears it ends what it started.
 */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
