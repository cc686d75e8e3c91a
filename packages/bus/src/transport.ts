/**
 * Carries text between two ends, in order. Everything above it is the same for a socket, a pipe
 * and a test. Each `on…` takes one listener and is called once, by the connection.
 */
export interface Transport {
  /** Takes the text for sending; false once the transport is closed, and then the text is dropped. */
  send(text: string): boolean;
  /** Starts reading. Text is whole characters, cut anywhere else; nothing that came before is lost. */
  onText(listen: (text: string) => void): void;
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
