import { type CommandResult, commandPassed, type Entry, type Evidence } from '@symphony/domain';
import { BadgeCheck, Check, FlaskConical, TriangleAlert, X } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { classes } from '../../ui/class-names.ts';
import { plainText } from '../../ui/plain-text.ts';
import { EmptyState } from '../../ui/states.tsx';
import { took } from '../../ui/took.ts';
import { standingOf } from './evidence-standing.ts';

interface EvidenceTabProps {
  readonly evidence: Evidence | null;
  readonly entries: readonly Entry[];
  readonly merged: boolean;
}

/** The last proof: what was run on which tree, and what came of it. */
export function EvidenceTab({ evidence, entries, merged }: EvidenceTabProps) {
  if (!evidence)
    return (
      <EmptyState icon={FlaskConical} title="Nothing is proved yet">
        When the agent has finished, the checks of the configuration are run on exactly what it committed.
      </EmptyState>
    );
  const standing = standingOf(evidence, entries, merged);
  const Icon = standing.holds ? BadgeCheck : TriangleAlert;
  return (
    <div className="space-y-4 py-4">
      <div>
        <p
          className={classes(
            'flex items-center gap-2 font-medium',
            standing.holds ? 'text-good' : 'text-warn',
          )}
        >
          <Icon className="size-4 shrink-0" aria-hidden />
          {standing.words}
        </p>
        <p className="text-sm text-ink-soft">
          Of tree <code className="font-mono text-xs">{evidence.tree.slice(0, 12)}</code>, commit{' '}
          <code className="font-mono text-xs">{evidence.commit.slice(0, 12)}</code>
        </p>
      </div>
      {evidence.results.length === 0 && (
        <p className="text-ink-soft">
          No checks are configured. Name some under <code className="font-mono">verify</code> in the settings.
        </p>
      )}
      <ul className="space-y-3">
        {evidence.results.map((result, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same command may stand there twice.
          <li key={at}>
            <Result result={result} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Result({ result }: { readonly result: CommandResult }) {
  const passed = commandPassed(result);
  const Icon = passed ? Check : X;
  const output = plainText(result.outputTail).trimEnd();
  return (
    <details open={!passed} className="rounded-lg border border-line bg-panel">
      <summary className="flex cursor-pointer flex-wrap items-center gap-2 px-3 py-2">
        <Icon className={classes('size-4 shrink-0', passed ? 'text-good' : 'text-bad')} aria-hidden />
        <code className="min-w-0 flex-1 font-mono text-sm [overflow-wrap:anywhere]">
          {plainText(result.command)}
        </code>
        <Badge tone={passed ? 'good' : 'bad'}>{exitWords(result)}</Badge>
        <span className="text-xs text-ink-faint tabular-nums">{took(result.durationMs)}</span>
      </summary>
      <pre className="max-h-96 overflow-auto border-t border-line p-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
        {output === '' ? 'It wrote nothing.' : output}
      </pre>
    </details>
  );
}

function exitWords({ exitCode, timedOut }: CommandResult): string {
  if (timedOut) return 'timed out';
  return exitCode === null ? 'ended by a signal' : `exit ${exitCode}`;
}
