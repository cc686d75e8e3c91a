import { type Entry, type LogEvent, latestUsage, type Usage, usageGrowth } from '@symphony/domain';

/** What one turn of an agent used. */
export interface TurnSpend {
  readonly key: string;
  readonly attempt: number;
  readonly player: string;
  readonly turn: number;
  readonly inputTokens: number;
  /** The part of it that came from a cache. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly usd: number;
  readonly unpriced: boolean;
}

/** Agents report what their session used so far: a turn's share is what it grew by. */
export function spendByTurn(entries: readonly Entry[]): readonly TurnSpend[] {
  const turns: TurnSpend[] = [];
  let before: Usage | null = null;
  let run = { attempt: 0, player: '' };
  for (const { seq, event } of entries) {
    if (event.type === 'run-started') {
      before = null;
      run = { attempt: event.attempt, player: event.player };
    } else if (event.type === 'turn-started')
      turns.push({ ...NOTHING, ...run, key: `${seq}`, turn: event.turn });
    const usage = usageIn(event);
    if (!usage) continue;
    // Entries begin in the middle when the log holds more than is kept.
    const last = turns.pop() ?? { ...NOTHING, ...run, key: `${seq}`, turn: 0 };
    turns.push(grown(last, before, usage));
    before = latestUsage(before, usage);
  }
  return turns.filter(({ inputTokens, outputTokens, usd }) => inputTokens + outputTokens + usd > 0);
}

const usageIn = (event: LogEvent): Usage | null =>
  event.type === 'agent-reported' && event.event.type === 'usage' ? event.event.usage : null;

function grown(turn: TurnSpend, before: Usage | null, usage: Usage): TurnSpend {
  const { inputTokens, outputTokens, usd, unpriced } = usageGrowth(before, usage);
  const anew = before === null || usage.inputTokens < before.inputTokens;
  const cached = Math.max(0, (usage.cachedTokens ?? 0) - (anew ? 0 : (before?.cachedTokens ?? 0)));
  return {
    ...turn,
    inputTokens: turn.inputTokens + inputTokens,
    cachedTokens: turn.cachedTokens + cached,
    outputTokens: turn.outputTokens + outputTokens,
    usd: turn.usd + usd,
    unpriced: turn.unpriced || unpriced,
  };
}

const NOTHING = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, usd: 0, unpriced: false } as const;
