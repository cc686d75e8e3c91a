/**
 * Carries text or bytes between two ends, in order. Everything above it is the same for a socket, a
 * pipe and a test. Each `on…` takes one listener, set by the connection.
 */
export interface Transport {
  /** Takes it for sending; false once the transport is closed, and then it is dropped. Text goes as UTF-8. */
  send(data: string | Uint8Array): boolean;
  /**
   * Starts reading, as text: whole characters, cut anywhere else; nothing that came before is lost.
   * Bytes that are no UTF-8 arrive as replacement characters.
   */
  onText(listen: (text: string) => void): void;
  /** The same as bytes. The later of `onText` and `onBytes` counts: change only while nothing is under way. */
  onBytes(listen: (bytes: Uint8Array) => void): void;
  /** Called once, whoever closed; `cause` when it broke. Also when it had closed before. */
  onClose(listen: (cause: Error | null) => void): void;
  /** Called whenever all that was sent has left this process. */
  onDrain(listen: () => void): void;
  /** What was sent still leaves for a short while, if the peer reads. Repeating it is harmless. */
  close(): void;
  /** What was sent and has not left this process yet. */
  bufferedBytes(): number;
}

/** Calls back once after `ms`; returns how to call it off. */
export type After = (ms: number, call: () => void) => () => void;
