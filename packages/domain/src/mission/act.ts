import type { Deviation, Discovery } from '../deviation.ts';
import type { Verdict } from './plan.ts';
import type { UnderstandingChange } from './understanding.ts';

/** What may be asked of a mission that is played (M12). */
export type MissionAct =
  | { readonly kind: 'approve' }
  | { readonly kind: 'pause' | 'abort'; readonly reason: string }
  /** `usd`: so much more may be spent. */
  | { readonly kind: 'resume'; readonly usd: number }
  | {
      readonly kind: 'decide';
      readonly deviation: string;
      readonly verdict: Verdict;
      readonly instruction: string;
      readonly rationale: string;
    }
  | { readonly kind: 'tell'; readonly deviation: Deviation }
  /** What a person found out; a critical one reaches those at work. */
  | { readonly kind: 'discover'; readonly discovery: Discovery }
  | { readonly kind: 'understand'; readonly change: UnderstandingChange; readonly why: string }
  | { readonly kind: 'answer'; readonly question: string | null; readonly text: string };
