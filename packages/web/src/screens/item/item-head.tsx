import type { ItemView } from '@symphony/domain';
import { type Around, costOf, toneOf, whereabouts } from '@symphony/protocol/words';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { missionPath } from '../../app/places.ts';
import { Badge } from '../../ui/badge.tsx';
import { CodeWords } from '../../ui/code-words.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { plainLine, plainText } from '../../ui/plain-text.ts';
import { Ago, Since } from '../../ui/time.tsx';
import { safeLink } from './item-acts.ts';

/** Its name and where it is. */
export const ItemTitle = ({ item, around }: { readonly item: ItemView; readonly around: Around }) => (
  <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
    <span className="font-mono text-lg font-normal text-ink-soft">{item.identifier}</span>
    <span className="[overflow-wrap:anywhere]">{plainLine(item.title, 300)}</span>
    <Badge tone={toneOf(item)}>{whereabouts(item, around)}</Badge>
  </span>
);

/** What is to be known of it at a glance, and why it is where it is. */
export function ItemFacts({ item }: { readonly item: ItemView }) {
  const link = safeLink(item.url);
  const proposal = safeLink(item.proposal?.url ?? null);
  const cost = costOf(item.spend);
  return (
    <div className="space-y-1 pb-3">
      {item.reason !== '' && (
        <p className="text-ink-soft [overflow-wrap:anywhere]">
          <CodeWords text={plainText(item.reason.slice(0, 2_000))} />
        </p>
      )}
      <dl className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
        {item.run && (
          <>
            <Fact name="Player">{item.run.player}</Fact>
            <Fact name="Working for">
              <Since at={item.run.startedAt} />
            </Fact>
          </>
        )}
        {item.attempt > 0 && <Fact name="Attempt">{item.attempt}</Fact>}
        {cost !== '' && <Fact name="Cost">{cost}</Fact>}
        {item.mission !== null && (
          <Fact name="Mission">
            <Link href={missionPath(item.mission)} className="text-accent underline">
              {plainLine(item.mission, 60)}
            </Link>
          </Fact>
        )}
        {item.priority !== null && <Fact name="Priority">{item.priority}</Fact>}
        {item.labels.length > 0 && (
          <Fact name="Labels">{item.labels.map((label) => plainLine(label, 40)).join(', ')}</Fact>
        )}
        <Fact name="Changed">
          <Ago at={item.changedAt} />
        </Fact>
        {item.chamber?.branch && (
          <Fact name="Branch">
            <span className="font-mono text-xs">{plainLine(item.chamber.branch, 120)}</span>
          </Fact>
        )}
        {item.mergedAs && (
          <Fact name="Merged as">
            <span className="font-mono text-xs">{item.mergedAs.slice(0, 10)}</span>
          </Fact>
        )}
        {proposal && <OutsideLink href={proposal} words="Pull request" />}
        {link && <OutsideLink href={link} words="On the tracker" />}
      </dl>
    </div>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="flex items-baseline gap-1.5">
    <dt className="text-ink-faint">{name}</dt>
    <dd className="tabular-nums [overflow-wrap:anywhere]">{children}</dd>
  </div>
);
