/** What can be ordered to go wrong with the next requests, one each. */
export type LinearFault =
  | { readonly kind: 'errors'; readonly code: string; readonly message: string; readonly status?: number }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'rate-limited'; readonly resetInMs?: number; readonly retryAfterSeconds?: number }
  | { readonly kind: 'status'; readonly status: number; readonly body?: string }
  | { readonly kind: 'slow'; readonly ms: number }
  /** Less comes than was announced. */
  | { readonly kind: 'truncated' }
  /** Half of the JSON, as if it were all. */
  | { readonly kind: 'half' }
  /** The page before, once more, with a cursor that leads on. */
  | { readonly kind: 'duplicate-page' }
  /** The next page is always this one. */
  | { readonly kind: 'cursor-loop' }
  /** There is more, and nobody says where. */
  | { readonly kind: 'lost-cursor' }
  | { readonly kind: 'redirect'; readonly to: string }
  /** Carried out, but the answer is lost. */
  | { readonly kind: 'lost-answer' };

/** Without `on` the next request whatever it is, else the next whose document this fits. */
export type OrderedFault = LinearFault & { readonly on?: RegExp };

/** Linear's body for a refusal. */
export const errorBody = (code: string, message: string): string =>
  JSON.stringify({
    errors: [
      {
        message,
        extensions: {
          code,
          type: code.toLowerCase().replaceAll('_', ' '),
          userPresentableMessage: `${message}.`,
        },
      },
    ],
  });
