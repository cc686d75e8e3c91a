import type { ItemDetail, ItemView } from '@symphony/domain';
import { Check, X } from 'lucide-react';
import { Link } from 'wouter';
import { itemPath } from '../../app/places.ts';
import { CodeWords } from '../../ui/code-words.tsx';
import { Panel } from '../../ui/panel.tsx';
import { plainLine, plainText } from '../../ui/plain-text.ts';
import { Prose } from '../../ui/prose.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { ItemArtifacts } from './item-artifacts.tsx';
import { useExplain } from './use-explain.ts';

interface ExplainTabProps {
  readonly item: ItemView;
  readonly detail: ItemDetail;
  /** Differs when the reasons may have. */
  readonly mark: string;
}

/** What it is about, why it is where it is, and what happens next. */
export function ExplainTab({ item, detail, mark }: ExplainTabProps) {
  return (
    <div className="grid items-start gap-4 py-4 lg:grid-cols-[3fr_2fr]">
      <Panel title="Description">
        <div className="px-4 py-3">
          {detail.description?.trim() ? (
            <Prose text={plainText(detail.description)} />
          ) : (
            <p className="text-ink-soft">It has no description. Edit adds one.</p>
          )}
        </div>
      </Panel>
      <div className="space-y-4">
        <Panel title="Why it is where it is">
          <Reasons id={item.identifier} mark={mark} />
        </Panel>
        <Panel title="Beside others">
          <dl className="space-y-2 px-4 py-3">
            <Others name="Waits for" items={item.blockedBy} />
            <Others name="Is waited for by" items={detail.blocks} />
            {detail.assignee && (
              <div>
                <dt className="text-sm text-ink-faint">Assigned to</dt>
                <dd>{plainLine(detail.assignee, 100)}</dd>
              </div>
            )}
          </dl>
        </Panel>
        <ItemArtifacts item={item.id} mark={mark} />
      </div>
    </div>
  );
}

function Reasons({ id, mark }: { readonly id: string; readonly mark: string }) {
  const { data, error, again } = useExplain(id, mark);
  if (!data) return error ? <ErrorState error={error} again={again} /> : <Loading />;
  return (
    <div className="space-y-2 px-4 py-3">
      <p className="font-medium">
        <CodeWords text={plainText(data.next)} />
      </p>
      {data.contention && <p className="text-ink-soft">{plainText(data.contention)}</p>}
      <ul className="space-y-1 text-sm">
        {data.checks.map((check) => (
          <li key={check.name} className="flex gap-2">
            {check.ok ? (
              <Check className="mt-0.5 size-4 shrink-0 text-good" aria-label="holds" />
            ) : (
              <X className="mt-0.5 size-4 shrink-0 text-bad" aria-label="does not hold" />
            )}
            <span className="[overflow-wrap:anywhere]">
              {check.name}
              {check.reason !== '' && <span className="text-ink-soft">: {plainText(check.reason)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const Others = ({ name, items }: { readonly name: string; readonly items: readonly string[] }) => (
  <div>
    <dt className="text-sm text-ink-faint">{name}</dt>
    <dd className="flex flex-wrap gap-x-3">
      {items.length === 0 && <span className="text-ink-soft">nothing</span>}
      {items.map((other) => (
        <Link key={other} href={itemPath(other)} className="font-mono text-sm text-accent underline">
          {other}
        </Link>
      ))}
    </dd>
  </div>
);
