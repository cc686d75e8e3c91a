import {
  type FailedCheck,
  type Instant,
  isMet,
  type ProposalSight,
  type ProposalStanding,
  type ReviewRemark,
  type Settings,
} from '@symphony/domain';
import type { Offer } from '../offer.ts';

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
  /** Only a person brings it on: they say whether its author is to mend it. */
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

export function judgeProposal(offer: Offer, standing: ProposalStanding, look: Look): ProposalStep {
  const { proposal, handoff, stand } = offer;
  if (stand === 'changing') return WAIT;
  if (standing.state === 'merged') return { kind: 'merged' };
  if (standing.state === 'closed') return { kind: 'closed' };
  if (!handoff) return WAIT;
  const ours = proposal.heads.includes(standing.head);
  if (ours && standing.head !== handoff.entry.head) return WAIT; // not yet the commit we pushed last
  if (!ours && proposal.touched !== standing.head) return { kind: 'touched', known: allKeys(standing) };
  const news = untold(standing, proposal.told);
  if (!ours) return judgeForeign(offer, standing, news, look);
  if (news.keys.length > 0) return judgeReturn(offer, standing, news, look);
  return judgeMerge(offer, standing, look);
}

/** A person pushed: nothing is sent back until they say something, or ask for it. */
function judgeForeign(offer: Offer, standing: ProposalStanding, news: News, look: Look): ProposalStep {
  const { proposal, handoff } = offer;
  if (proposal.released || news.remarks.length > 0) return judgeReturn(offer, standing, news, look);
  return handoff?.approved ? judgeMerge(offer, standing, look) : WAIT;
}

interface News {
  readonly checks: readonly FailedCheck[];
  readonly remarks: readonly ReviewRemark[];
  readonly conflict: boolean;
  /** The target demands that its newest commits are in it. */
  readonly behind: boolean;
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
  return {
    checks,
    remarks,
    conflict,
    behind: false,
    keys: conflict ? [...keys, conflictKey(standing)] : keys,
  };
}

/** Told alone, when nothing else is in the way any more: until then the target may move on again. */
const isBehind = ({ head }: ProposalStanding): News => ({
  checks: [],
  remarks: [],
  conflict: false,
  behind: true,
  keys: [`behind ${head}`],
});

const allKeys = (standing: ProposalStanding): readonly string[] => standing.remarks.map(({ key }) => key);

function judgeReturn(
  offer: Offer,
  standing: ProposalStanding,
  news: News,
  { settings, target }: Look,
): ProposalStep {
  const { maxReturns, followUp } = settings.handoff;
  const { proposal, returns, again } = offer;
  const cause = causes(news, target);
  const back = `\`${again}\` sends it back to its author`;
  if (!followUp && !proposal.released) return { kind: 'hold', reason: `${cause}; ${back}` };
  if (returns >= maxReturns && !proposal.released)
    return { kind: 'hold', reason: `${cause}, after ${maxReturns} returns to its author; ${back}` };
  return {
    kind: 'return',
    report: reportOf(offer, standing, news, target),
    told: news.keys,
    reason: `${cause}; back to its author (${returns + 1} of ${maxReturns})`,
  };
}

function causes({ checks, remarks, conflict, behind }: News, target: string): string {
  const names = checks.slice(0, 3).map(({ name }) => name);
  const all = [
    checks.length > 0 ? `fails ${names.join(', ')}${checks.length > 3 ? ' and more' : ''}` : '',
    conflict ? `conflicts with ${target}` : '',
    behind ? `is behind ${target}` : '',
    remarks.length > 0 ? `has ${remarks.length === 1 ? 'a remark' : `${remarks.length} remarks`}` : '',
  ].filter(Boolean);
  return all.length === 0 ? 'was asked for again' : all.join(', ');
}

/** All that its author is told, in one turn. */
function reportOf(offer: Offer, standing: ProposalStanding, news: News, target: string): string {
  const foreign = offer.proposal.touched === standing.head;
  const parts = [
    foreign
      ? `A person pushed ${standing.head} to your branch over there. It is in this repository: \`git merge ${standing.head}\` first, and keep what they did.`
      : '',
    news.conflict
      ? `It conflicts with ${target}: \`git merge ${standing.base}\`, and resolve the conflicts so that both intentions hold.`
      : '',
    news.behind
      ? `It may only be merged with the newest commits of ${target} in it: \`git merge ${standing.base}\`, and check the result.`
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

/** Never against what the host says: what it blocks is waited for, and looked at again. */
function judgeMerge(offer: Offer, standing: ProposalStanding, look: Look): ProposalStep {
  if (!offer.mayMerge || !isSettled(offer, standing, look.now)) return WAIT;
  if (standing.mergeable !== 'yes' || standing.review === 'changes-requested') return WAIT;
  if (standing.allowed === 'yes') return { kind: 'merge' };
  if (standing.allowed !== 'behind') return WAIT;
  const news = isBehind(standing);
  return news.keys.every((key) => offer.proposal.told.includes(key))
    ? WAIT
    : judgeReturn(offer, standing, news, look);
}

/** Where the host names checks those are waited for; else all that are there, and a while for those to come. */
function isSettled(
  { since }: Offer,
  { checks, demands, failedChecks }: ProposalStanding,
  now: Instant,
): boolean {
  const demanded = demands.filter(({ kind }) => kind === 'check');
  if (demanded.length > 0 && demanded.every(isMet) && failedChecks.length === 0) return true;
  return checks === 'passed' || (checks === 'none' && now - since >= SETTLED_AFTER_MS);
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
  allowed: standing.allowed,
  waitsFor: standing.demands.filter((demand) => !isMet(demand)).slice(0, NAMED),
});

/** Something over there is still to happen that Symphony acts on by itself. */
export function movesByItself({ proposal, handoff, mayMerge }: Offer): boolean {
  if (!handoff || proposal.held !== null || proposal.touched !== null) return false;
  const { sight } = proposal;
  if (!sight || sight.head !== handoff.entry.head) return true;
  if (sight.state === 'closed') return false;
  if (sight.checks === 'pending' || sight.mergeable === 'unknown' || sight.allowed === 'unknown') return true;
  // A check comes by itself; a review, or a rule nobody tells us of, is a person's.
  if (sight.allowed === 'no') return sight.waitsFor?.some(({ kind }) => kind === 'check') === true;
  return mayMerge && sight.review !== 'changes-requested';
}
