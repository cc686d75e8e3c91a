import type {
  FailedCheck,
  Instant,
  ProposalSight,
  ProposalStanding,
  ReviewRemark,
  Settings,
} from '@symphony/domain';
import type { ItemState } from '../state.ts';

/** What a look at an offer over at the code host asks for (C19). */
export type ProposalStep =
  /** Nothing new, or it is somebody else's turn. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'merged' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'touched'; readonly known: readonly string[] }
  /** Back to its author, with all that was not told before. */
  | {
      readonly kind: 'return';
      readonly report: string;
      readonly told: readonly string[];
      readonly reason: string;
    }
  | { readonly kind: 'merge' }
  /** Only a person brings it on. */
  | { readonly kind: 'hold'; readonly reason: string };

const WAIT: ProposalStep = { kind: 'wait' };

/** Checks that are going to be made may not be there yet when an offer is: none means none only after this. */
export const SETTLED_AFTER_MS = 30_000;
/** It becomes part of a prompt and of the log. */
const REPORT_LIMIT = 30_000;

export interface Look {
  readonly settings: Settings;
  readonly target: string;
  readonly now: Instant;
}

export function judgeProposal(item: ItemState, standing: ProposalStanding, look: Look): ProposalStep {
  const { proposal, handoff, state } = item;
  // What is being offered right now was looked at before it was there.
  if (!proposal || state === 'open' || state === 'completed') return WAIT;
  if (standing.state === 'merged') return { kind: 'merged' };
  if (standing.state === 'closed') return { kind: 'closed' };
  if (state !== 'handed_off' || !handoff) return WAIT;
  const ours = proposal.heads.includes(standing.head);
  if (ours && standing.head !== handoff.entry.head) return WAIT; // not yet the commit we pushed last
  if (!ours && proposal.touched !== standing.head) return { kind: 'touched', known: allKeys(standing) };
  const news = untold(standing, proposal.told);
  if (!ours) return judgeForeign(item, standing, news, look);
  if (news.keys.length > 0) return judgeReturn(item, standing, news, look);
  return judgeMerge(item, standing, look);
}

/** A person pushed: nothing is sent back until they say something, or ask for it. */
function judgeForeign(item: ItemState, standing: ProposalStanding, news: News, look: Look): ProposalStep {
  const { proposal, handoff } = item;
  if (proposal?.released || news.remarks.length > 0) return judgeReturn(item, standing, news, look);
  return handoff?.approved ? judgeMerge(item, standing, look) : WAIT;
}

interface News {
  readonly checks: readonly FailedCheck[];
  readonly remarks: readonly ReviewRemark[];
  readonly conflict: boolean;
  readonly keys: readonly string[];
}

const conflictKey = ({ head }: ProposalStanding): string => `conflict ${head}`;

/** Its failing checks and its conflict belong to the commit they were found on. */
function untold(standing: ProposalStanding, told: readonly string[]): News {
  const isNew = ({ key }: { readonly key: string }): boolean => !told.includes(key);
  const checks = standing.checks === 'failed' ? standing.failedChecks.filter(isNew) : [];
  const remarks = standing.remarks.filter(isNew);
  const conflict = standing.mergeable === 'no' && !told.includes(conflictKey(standing));
  const keys = [...checks, ...remarks].map(({ key }) => key);
  return { checks, remarks, conflict, keys: conflict ? [...keys, conflictKey(standing)] : keys };
}

const allKeys = (standing: ProposalStanding): readonly string[] => standing.remarks.map(({ key }) => key);

function judgeReturn(
  item: ItemState,
  standing: ProposalStanding,
  news: News,
  { settings, target }: Look,
): ProposalStep {
  const { maxReturns, followUp } = settings.handoff;
  const { identifier } = item.tracked;
  const cause = causes(news, target);
  const back = `\`symphony retry ${identifier}\` sends it back to its author`;
  if (!followUp && !item.proposal?.released) return { kind: 'hold', reason: `${cause}; ${back}` };
  if (item.returns >= maxReturns && !item.proposal?.released)
    return { kind: 'hold', reason: `${cause}, after ${maxReturns} returns to its author; ${back}` };
  return {
    kind: 'return',
    report: reportOf(item, standing, news, target),
    told: news.keys,
    reason: `${cause}; back to its author (${item.returns + 1} of ${maxReturns})`,
  };
}

function causes({ checks, remarks, conflict }: News, target: string): string {
  const names = checks.slice(0, 3).map(({ name }) => name);
  const all = [
    checks.length > 0 ? `fails ${names.join(', ')}${checks.length > 3 ? ' and more' : ''}` : '',
    conflict ? `conflicts with ${target}` : '',
    remarks.length > 0 ? `has ${remarks.length === 1 ? 'a remark' : `${remarks.length} remarks`}` : '',
  ].filter(Boolean);
  return all.length === 0 ? 'was asked for again' : all.join(', ');
}

/** All that its author is told, in one turn. */
function reportOf(item: ItemState, standing: ProposalStanding, news: News, target: string): string {
  const foreign = item.proposal?.touched === standing.head;
  const parts = [
    foreign
      ? `A person pushed ${standing.head} to your branch over there. It is in this repository: \`git merge ${standing.head}\` first, and keep what they did.`
      : '',
    news.conflict
      ? `It conflicts with ${target}: \`git merge ${standing.base}\`, and resolve the conflicts so that both intentions hold.`
      : '',
    ...news.checks.map(({ name, excerpt }) => `The check "${name}" fails:\n${setIn(excerpt)}`),
    ...news.remarks.map(remarkText),
  ];
  const report = parts.filter(Boolean).join('\n\n');
  return report.length > REPORT_LIMIT ? `${report.slice(0, REPORT_LIMIT)}\n… (cut)` : report;
}

function remarkText({ author, path, line, text }: ReviewRemark): string {
  const where = path === null ? '' : ` on ${path}${line === null ? '' : `:${line}`}`;
  return `${author} says${where}:\n${setIn(text)}`;
}

/** Others' words are set in, so that they cannot be taken for ours. */
const setIn = (text: string): string =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => `  ${line}`)
    .join('\n');

function judgeMerge(item: ItemState, standing: ProposalStanding, { now }: Look): ProposalStep {
  const settled =
    standing.checks === 'passed' || (standing.checks === 'none' && now - item.changedAt >= SETTLED_AFTER_MS);
  const green = settled && standing.mergeable === 'yes' && standing.review !== 'changes-requested';
  return green && item.handoff?.approved ? { kind: 'merge' } : WAIT;
}

const NAMED = 10;

export const sightOf = (standing: ProposalStanding): ProposalSight => ({
  url: standing.url,
  state: standing.state,
  head: standing.head,
  mergeable: standing.mergeable,
  checks: standing.checks,
  review: standing.review,
  failed: standing.checks === 'failed' ? standing.failedChecks.slice(0, NAMED).map(({ name }) => name) : [],
});

/** Something over there is still to happen that Symphony acts on by itself. */
export function movesByItself({ state, proposal, handoff }: ItemState): boolean {
  if (state !== 'handed_off' || !proposal || proposal.held !== null || proposal.touched !== null)
    return false;
  const { sight } = proposal;
  if (!sight || sight.head !== handoff?.entry.head) return true;
  if (sight.checks === 'pending' || sight.mergeable === 'unknown') return true;
  return handoff.approved && sight.review !== 'changes-requested';
}
