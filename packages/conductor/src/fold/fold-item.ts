import type { Instant, LogEvent, LogEventOf, Settings } from '@symphony/domain';
import { addSpend, isOneOf, latestUsage, usageGrowth } from '@symphony/domain';
import { isDry } from '../policy/dry-run.ts';
import type { ItemState } from '../state.ts';
import { foldProposal } from './fold-proposal.ts';
import { foldRun } from './fold-run.ts';

/** One item's share of an event that speaks of it. */
export function foldItem(
  before: ItemState,
  event: LogEvent,
  at: Instant,
  settings: Settings | null,
): ItemState {
  const proposal = foldProposal(before.proposal, event, at);
  const item = proposal === before.proposal ? before : { ...before, proposal };
  switch (event.type) {
    case 'item-seen': {
      const active = isOneOf(event.tracked.state, settings?.tracker.activeStates ?? []);
      return {
        ...item,
        tracked: event.tracked,
        changedAt: item.changedAt || at,
        presence: active ? 'active' : 'inactive',
        leftSinceOutcome: item.leftSinceOutcome || !active,
      };
    }
    case 'item-left':
      return { ...item, presence: event.why, leftSinceOutcome: true };
    case 'item-moved':
      return { ...foldMove(item, event, settings), changedAt: at, run: foldRun(item.run, event, at) };
    case 'item-reopened':
      return {
        ...item,
        outcome: 'none',
        leftSinceOutcome: false,
        reason: '',
        retries: 0,
        returns: 0,
        mergedAs: null,
      };
    case 'retry-scheduled':
      return {
        ...item,
        retries: event.retries,
        dueAt: event.dueAt,
        lastError: event.error || null,
        sameAttempt: event.sameAttempt,
      };
    case 'tracker-move-wanted':
      return { ...item, moveWanted: event.state, moveRefused: null };
    case 'tracker-moved': {
      const active = isOneOf(event.state, settings?.tracker.activeStates ?? []);
      return {
        ...item,
        tracked: { ...item.tracked, state: event.state },
        presence: active ? 'active' : 'inactive',
        leftSinceOutcome: item.leftSinceOutcome || !active,
        moveWanted: item.moveWanted === event.state ? null : item.moveWanted,
        moveRefused: null,
        movedAt: at,
      };
    }
    case 'tracker-move-failed':
      if (item.moveWanted !== event.state) return item;
      return event.final
        ? { ...item, moveWanted: null, moveRefused: null }
        : { ...item, moveRefused: event.message };
    case 'tracker-comment-wanted': {
      const { key, text } = event;
      return { ...item, commentsWanted: [...item.commentsWanted, { key, text, refused: null }] };
    }
    case 'tracker-commented':
      return { ...item, commentsWanted: item.commentsWanted.filter(({ key }) => key !== event.key) };
    case 'tracker-comment-failed':
      return event.final
        ? { ...item, commentsWanted: item.commentsWanted.filter(({ key }) => key !== event.key) }
        : {
            ...item,
            commentsWanted: item.commentsWanted.map((each) =>
              each.key === event.key ? { ...each, refused: event.message } : each,
            ),
          };
    case 'steering-wanted':
      return { ...item, steering: joinWords(item.steering, event) };
    case 'turn-started': {
      // What is said while the turn is being prepared waits for the one after it.
      const said = event.steering ?? '';
      const steering = item.steering.startsWith(said) ? item.steering.slice(said.length).trimStart() : '';
      return { ...item, steering, run: foldRun(item.run, event, at) };
    }
    case 'chamber-prepared':
      return { ...item, chamber: event.chamber, run: foldRun(item.run, event, at) };
    case 'agent-reported':
      return foldReport(item, event, at);
    case 'evidence-recorded':
      return { ...item, evidence: withoutOutput(event), run: foldRun(item.run, event, at) };
    case 'run-ended':
      return item.run?.id === event.run ? { ...item, run: null } : item;
    case 'handoff-made':
      return {
        ...item,
        handoff: { ref: event.ref, entry: event.entry, approved: false },
        followUp: null,
        lastError: null,
      };
    case 'handoff-approved':
      return item.handoff ? { ...item, handoff: { ...item.handoff, approved: true } } : item;
    case 'proposal-touched':
      // What was approved is not what stands there now.
      return item.handoff ? { ...item, handoff: { ...item.handoff, approved: false } } : item;
    case 'proposal-released':
      return { ...item, returns: 0 };
    case 'proposal-merged':
      return { ...item, mergedAs: event.commit, mergedHead: event.head };
    case 'handoff-returned':
      return {
        ...item,
        handoff: null,
        // A person's comments are not the train's returns: they are bounded by the person.
        returns: item.returns + (event.why === 'review' ? 0 : 1),
        followUp: { why: event.why, head: event.head, report: event.report },
      };
    case 'chamber-removed':
      return { ...item, chamber: null, session: null, cleanup: false };
    case 'chamber-kept':
      return { ...item, cleanup: false };
    default:
      return { ...item, run: foldRun(item.run, event, at) };
  }
}

/** Who says it stands before the words where it is not the person who is speaking already. */
export function joinWords(
  before: string,
  { text, by }: Pick<LogEventOf<'steering-wanted'>, 'text' | 'by'>,
): string {
  const ours = before.startsWith(OURS) && !before.includes(THEIRS);
  const said = by === 'symphony' ? `${OURS}\n\n${text}` : ours ? `${THEIRS}\n\n${text}` : text;
  return [before, said].filter(Boolean).join('\n\n');
}

const OURS = 'Symphony says:';
const THEIRS = 'A person says:';

function foldMove(item: ItemState, event: LogEventOf<'item-moved'>, settings: Settings | null): ItemState {
  const moved: ItemState = {
    ...item,
    state: event.to,
    reason: event.reason,
    dueAt: event.to === 'queued' ? item.dueAt : null,
  };
  if (event.event === 'dispatch') return { ...moved, attempt: item.run?.attempt ?? item.attempt + 1 };
  if (event.to !== 'open') return moved;
  const outcome = event.outcome ?? 'none';
  // What the train sent back stays known, also when a person must take it from here.
  const returned = event.event === 'pr_closed' && item.followUp !== null;
  const finished = isOneOf(item.tracked.state, settings?.tracker.terminalStates ?? []);
  return {
    ...moved,
    outcome,
    leftSinceOutcome: outcome !== 'none' && item.presence !== 'active',
    handoff: null,
    followUp: returned ? item.followUp : null,
    lastError: null,
    // Only merged work, rehearsed work and finished columns clean up; one that is merely not active keeps its chamber (C17).
    cleanup:
      outcome === 'merged' ||
      (outcome === 'cancelled' && finished) ||
      (outcome === 'closed' && isDry(item.tracked)),
  };
}

function foldReport(item: ItemState, event: LogEventOf<'agent-reported'>, at: Instant): ItemState {
  const run = foldRun(item.run, event, at);
  const said = event.event;
  if (said.type === 'started' && said.sessionId !== null && run) {
    // Usage is cumulative for the session: one that goes on in a new process tells its old total again.
    const usage = item.session?.id === said.sessionId ? item.session.usage : null;
    return {
      ...item,
      run: { ...run, usage },
      session: { player: run.player, id: said.sessionId, usage },
    };
  }
  if (said.type === 'usage' && item.run) {
    const session = item.session && {
      ...item.session,
      usage: latestUsage(item.session.usage, said.usage),
    };
    return { ...item, run, session, spend: addSpend(item.spend, usageGrowth(item.run.usage, said.usage)) };
  }
  return { ...item, run };
}

/** The log keeps the output; ten thousand items in memory need only the verdict. */
const withoutOutput = (event: LogEventOf<'evidence-recorded'>): ItemState['evidence'] => ({
  ...event.evidence,
  results: event.evidence.results.map((result) => ({ ...result, outputTail: '' })),
});
