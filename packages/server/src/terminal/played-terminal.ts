import type { Marker } from '@symphony/adapters/process';
import type { Launch } from '@symphony/domain';
import type { TerminalFrame, TerminalRequest, TerminalSize } from '@symphony/protocol';

/** How a program ended. */
export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A program that plays in a terminal, as far as others deal with it. */
export interface PlayedTerminal {
  /** Resolves when nothing of it is left. */
  readonly ended: Promise<ProgramEnd>;
  view(request: TerminalRequest): PlayedView;
  stop(graceMs: number): Promise<void>;
}

export interface PlayedView {
  readonly frames: AsyncIterator<TerminalFrame, undefined>;
  /** Throws PortError when it may not be typed in. */
  input(text: string): void;
  resize(size: TerminalSize): void;
  close(): void;
}

/** Starts a program in a terminal. Rejects with PortError. */
export type OpenTerminal = (launch: Launch, marker: Marker) => Promise<PlayedTerminal>;
