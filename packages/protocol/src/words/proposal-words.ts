import { type LogEvent, type ProposalSight, waitWords } from '@symphony/domain';
import { short } from './phrase.ts';

type ProposalEvent = Extract<LogEvent, { type: `proposal-${string}` | `code-host-${string}` }>;

/** What is recorded of offers that the code host decides. */
export function proposalWords(event: ProposalEvent): string {
  switch (event.type) {
    case 'code-host-failed':
      return `the code host cannot be used: ${event.message}`;
    case 'code-host-recovered':
      return 'the code host can be used again';
    case 'proposal-seen':
      return `${event.ref} ${sightWords(event.sight)}`;
    case 'proposal-touched':
      return `a person pushed ${short(event.head)} to it: it is theirs until they ask for its author again`;
    case 'proposal-held':
      return `waits for a person: ${event.reason}`;
    case 'proposal-released':
      return `${event.by} asks for its author again`;
    case 'proposal-merging':
      return `the code host is asked to merge ${short(event.head)}`;
    case 'proposal-merged':
      return `merged over at the code host${event.commit === null ? '' : ` as ${short(event.commit)}`}`;
    case 'proposal-orphaned':
      return `${event.ref} was offered after it was stopped, and is taken back`;
    case 'proposal-withdrawn':
      return `${event.ref} is over`;
  }
}

function sightWords(sight: ProposalSight): string {
  const { state, checks, failed, mergeable, review, waitsFor = [] } = sight;
  if (state !== 'open') return `is ${state}`;
  const all = [
    CHECKS[checks] + (failed.length === 0 ? '' : `: ${failed.join(', ')}`),
    mergeable === 'no' ? 'it has conflicts' : '',
    REVIEWS[review],
    waitsFor.length === 0 ? '' : `it waits for ${waitWords(waitsFor)}`,
  ];
  return all.filter(Boolean).join(', ');
}

const CHECKS: Readonly<Record<ProposalSight['checks'], string>> = {
  none: 'has no checks',
  pending: 'has checks at work',
  passed: 'passes its checks',
  failed: 'fails its checks',
};

const REVIEWS: Readonly<Record<ProposalSight['review'], string>> = {
  none: '',
  approved: 'it is approved',
  'changes-requested': 'changes are requested',
};
