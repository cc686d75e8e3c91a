import type { Notice, NoticeKind } from './notice.ts';

/** One way to reach people. */
export interface Channel {
  /** As it stands in the log: `slack`, the second of its kind `slack-2`. Never an address. */
  readonly name: string;
  readonly on: readonly NoticeKind[];
  /** Resolves when it was taken. Rejects with NotTold. */
  tell(notice: Notice, signal: AbortSignal): Promise<void>;
}

/** Why a notice was not taken, in words that give away neither address nor secret. */
export class NotTold extends Error {
  /** It may be taken another time. */
  readonly again: boolean;
  readonly retryAfterMs: number | null;
  constructor(message: string, again: boolean, retryAfterMs: number | null = null) {
    super(message);
    this.name = 'NotTold';
    this.again = again;
    this.retryAfterMs = retryAfterMs;
  }
}
