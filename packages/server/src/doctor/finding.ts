/** One thing that was looked at. */
export interface Finding {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'problem';
  /** What was seen, in one sentence. */
  readonly message: string;
  /** How to mend it, in one sentence; null when there is nothing to mend. */
  readonly fix: string | null;
}

export const ok = (name: string, message: string): Finding => ({ name, status: 'ok', message, fix: null });

/** It works, and a person should know. */
export const warning = (name: string, message: string, fix: string): Finding => ({
  name,
  status: 'warning',
  message,
  fix,
});

/** Symphony cannot work like this. */
export const problem = (name: string, message: string, fix: string): Finding => ({
  name,
  status: 'problem',
  message,
  fix,
});

/** `3 items`, `1 item`. */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
