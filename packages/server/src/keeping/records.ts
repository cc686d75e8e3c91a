import type { Entry, LogEventOf } from '@symphony/domain';

/** What of the log is kept as an artifact of its own (P3), and under which name it can be found again. */

export type Keepsake =
  | { readonly kind: 'transcript'; readonly event: LogEventOf<'run-ended'> }
  | { readonly kind: 'evidence'; readonly event: LogEventOf<'evidence-recorded'> }
  | { readonly kind: 'diff'; readonly event: LogEventOf<'handoff-made'> }
  | { readonly kind: 'bundle'; readonly event: LogEventOf<'chamber-removed'>; readonly bundle: string };

/** The entries that give rise to one. */
export const KEPT_TYPES: readonly string[] = [
  'run-ended',
  'evidence-recorded',
  'handoff-made',
  'chamber-removed',
];

export function keepsakeOf({ event }: Entry): Keepsake | null {
  switch (event.type) {
    case 'run-ended':
      return { kind: 'transcript', event };
    case 'evidence-recorded':
      return { kind: 'evidence', event };
    case 'handoff-made':
      return { kind: 'diff', event };
    case 'chamber-removed':
      return event.bundle === null ? null : { kind: 'bundle', event, bundle: event.bundle };
    default:
      return null;
  }
}

/** Names the keepsake for ever: keeping it again after a crash finds the first one. */
export function keyOf(keepsake: Keepsake): string {
  switch (keepsake.kind) {
    case 'transcript':
      return `${keepsake.event.run}/transcript`;
    case 'evidence':
      return `${keepsake.event.run}/evidence/${keepsake.event.evidence.tree}`;
    case 'diff':
      return `${keepsake.event.item}/diff/${keepsake.event.entry.head}`;
    case 'bundle':
      return `${keepsake.event.item}/bundle/${keepsake.bundle}`;
  }
}
