import { type Entry, formatUsd, type Spend, tokensOf } from '@symphony/domain';
import { costOf } from '@symphony/protocol/words';
import { Coins } from 'lucide-react';
import { useMemo } from 'react';
import { useQuery } from '../../live/use-query.ts';
import { classes } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/states.tsx';
import { spendByTurn, type TurnSpend } from './spend-by-turn.ts';

/** Where the settings say what one item may cost. */
const CAP = 'budget.max_cost_per_item';

/** What it cost, turn by turn. */
export function CostTab({ entries, spend }: { readonly entries: readonly Entry[]; readonly spend: Spend }) {
  const turns = useMemo(() => spendByTurn(entries), [entries]);
  const { data } = useQuery('settings', {});
  const cap = Number.parseFloat(data?.rows.find(({ path }) => path === CAP)?.value.replace('$', '') ?? '');
  if (turns.length === 0)
    return (
      <EmptyState icon={Coins} title="Nothing is spent yet">
        What its agents use is shown here as they report it.
      </EmptyState>
    );
  return (
    <div className="space-y-4 py-4">
      <p>
        <span className="text-xl font-semibold tabular-nums">{costOf(spend)}</span>{' '}
        <span className="text-ink-soft">
          for {tokensOf(spend).toLocaleString('en-US')} tokens
          {spend.unpriced && '; some of it has no known price'}
          {Number.isFinite(cap) && `; at ${formatUsd(cap)} its run is ended`}
        </span>
      </p>
      {Number.isFinite(cap) && cap > 0 && <CapBar usd={spend.usd} cap={cap} />}
      <TurnsTable turns={turns} />
    </div>
  );
}

/** How near it is to what it may cost. */
function CapBar({ usd, cap }: { readonly usd: number; readonly cap: number }) {
  const share = Math.min(100, (100 * usd) / cap);
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers paint a <meter> in colours of their own.
    <div
      role="meter"
      aria-label="Share of what the item may cost"
      aria-valuenow={Math.round(share)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-2 max-w-xl rounded-sm bg-sunken"
    >
      <div
        className={classes('h-2 rounded-sm', share > 80 ? 'bg-warn' : 'bg-accent')}
        style={{ width: `${share}%` }}
      />
    </div>
  );
}

const HEADS = ['Attempt', 'Turn', 'Player', 'In', 'From cache', 'Out', 'Cost', ''] as const;

function TurnsTable({ turns }: { readonly turns: readonly TurnSpend[] }) {
  const measure = turns.some(({ usd }) => usd > 0) ? dollars : tokens;
  const most = Math.max(...turns.map(measure));
  const count = (value: number) => value.toLocaleString('en-US');
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-panel">
      <table className="w-full text-right text-sm whitespace-nowrap tabular-nums">
        <thead className="text-xs text-ink-faint">
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col" className="px-3 py-1.5 font-medium first:text-left">
                {head || <span className="sr-only">Share</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {turns.map((turn) => (
            <tr key={turn.key} className="border-t border-line">
              <td className="px-3 py-1 text-left">{turn.attempt}</td>
              <td className="px-3 py-1">{turn.turn}</td>
              <td className="px-3 py-1">{turn.player}</td>
              <td className="px-3 py-1">{count(turn.inputTokens)}</td>
              <td className="px-3 py-1">{count(turn.cachedTokens)}</td>
              <td className="px-3 py-1">{count(turn.outputTokens)}</td>
              <td className="px-3 py-1">{costOf(turn)}</td>
              <td className="w-1/3 px-3 py-1">
                <div
                  aria-hidden
                  className="h-2 rounded-sm bg-accent"
                  style={{ width: `${(100 * measure(turn)) / most}%` }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const dollars = ({ usd }: TurnSpend): number => usd;
const tokens = ({ inputTokens, outputTokens }: TurnSpend): number => inputTokens + outputTokens;
