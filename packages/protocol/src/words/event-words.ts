import { type Evidence, formatBytes, type LogEvent, type LogEventOf } from '@symphony/domain';
import { agentWords } from './agent-words.ts';
import { flowWords } from './flow-words.ts';
import { missionWords } from './mission-words.ts';
import { spendPhrase } from './money.ts';
import { movedWords } from './move-words.ts';
import type { NameOf } from './name-book.ts';
import { counted, evidenceWords, firstLine, short } from './phrase.ts';
import { proposalWords } from './proposal-words.ts';
import { reportWords } from './report-words.ts';
import { clockTime, duration } from './time.ts';
import { turnWords } from './turn-words.ts';

/**
 * What a recorded event says in a person's words. The item it speaks of is not repeated in the
 * sentence: it has its own column wherever sentences are shown.
 */
export function wordsOf(event: LogEvent, nameOf: NameOf): string {
  const names = (ids: readonly string[]) => ids.map(nameOf).join(', ');
  switch (event.type) {
    case 'conductor-started':
      return `the conductor started (version ${event.version}, pid ${event.pid})`;
    case 'conductor-stopped':
      return `the conductor stopped: ${event.reason}`;
    case 'settings-applied':
      return `the configuration was applied (target ${event.settings.target}, ${event.settings.slots.total} slots)`;
    case 'settings-rejected':
      return `the edited configuration is invalid, the last good one stays: ${event.message}`;
    case 'drain-changed':
      return event.draining
        ? `draining since ${event.by} asked: what runs is finished, nothing new starts`
        : `draining ended by ${event.by}: work starts again`;
    case 'survivors-ended':
      return event.count === 0
        ? 'no process of an earlier conductor was left'
        : `ended ${counted(event.count, 'process', 'processes')} an earlier conductor left behind`;
    case 'item-seen':
      return `on the board in ${event.tracked.state}: ${event.tracked.title}`;
    case 'item-left':
      return event.why === 'missing'
        ? 'is no longer on the tracker'
        : 'left the active states on the tracker';
    case 'tracker-failed':
      return `the tracker could not be read: ${event.message}`;
    case 'tracker-recovered':
      return 'the tracker can be read again';
    case 'tracker-problems-changed':
      return event.problems.length === 0
        ? 'everything on the tracker is right again'
        : `not right on the tracker: ${event.problems.map(({ where, message }) => `${where}: ${message}`).join(' ')}`;
    case 'tracker-move-wanted':
      return `is to be moved to ${event.state} on the tracker`;
    case 'tracker-moved':
      return `moved to ${event.state} on the tracker`;
    case 'tracker-move-failed':
      return `could not be moved to ${event.state} on the tracker: ${event.message}`;
    case 'tracker-comment-wanted':
      return `is to be said on the tracker: ${firstLine(event.text)}`;
    case 'tracker-commented':
      return 'it was said on the tracker';
    case 'tracker-comment-failed':
      return `it could not be said on the tracker: ${event.message}`;
    case 'item-moved':
      return movedWords(event);
    case 'transition-refused':
      return `nothing to do for "${event.event}": ${event.detail}`;
    case 'item-reopened':
      return `was reopened: ${event.why}`;
    case 'retry-scheduled':
      return retryWords(event);
    case 'run-started':
      return `${event.player} takes it (attempt ${event.attempt})`;
    case 'chamber-prepared':
      return `chamber ready on branch ${event.chamber.branch}`;
    case 'turn-started':
      return `turn ${event.turn}: ${turnWords(event.kind)}`;
    case 'agent-reported':
      return agentWords(event.event);
    case 'turn-ended':
      return `turn ${event.turn} ${event.status}${event.message ? `: ${event.message}` : ''}`;
    case 'chamber-inspected':
      return chamberWords(event.inspection.commits, event.inspection.dirty.length);
    case 'run-suspended':
      return 'the agent is frozen where it was';
    case 'pause-wanted':
      return `${event.by} asked for a pause when the turn ends`;
    case 'pause-withdrawn':
      return `${event.by} withdrew the pause`;
    case 'run-ending':
      return `the agent is being ended: ${event.why}`;
    case 'proving-started':
      return `proving tree ${short(event.tree)}`;
    case 'evidence-recorded':
      return evidenceWords(event.evidence);
    case 'run-ended':
      return `the run ended, ${spendPhrase(event.spend)}`;
    case 'player-rested':
      return `${event.player} rests until ${clockTime(event.until)}: ${event.reason}`;
    case 'question-asked':
      return `asks: ${event.question.text}${choicesWords(event.question.choices)}${defaultWords(event.question)}`;
    case 'question-answered':
      return `${event.by} answered: ${event.answer}`;
    case 'question-withdrawn':
      return 'no longer asks';
    case 'permission-judged':
      return `${event.verdict === 'allow' ? 'may' : 'may not'} use ${event.tool}: ${event.summary} (${event.why})`;
    case 'tool-reported':
      return reportWords(event.report);
    case 'comment-heard':
      return `${event.author.name} comments${event.offer === undefined ? '' : ` on ${event.offer}`}: ${firstLine(event.text)}`;
    case 'comment-settled':
      return `${event.by}'s comment is ${event.accepted ? 'obeyed' : 'refused'}: ${event.message}`;
    case 'comment-answered':
      return event.ok ? 'the comment is answered' : `the comment could not be answered: ${event.message}`;
    case 'comments-read':
      return 'the comments on the tracker are read';
    case 'steering-wanted':
      return `${event.by} says to the agent: ${firstLine(event.text)}`;
    case 'takeover-wanted':
      return `${event.by} takes over when the turn ends`;
    case 'takeover-began':
      return "is in a person's hands";
    case 'takeover-ended':
      return `is given back: ${event.message}`;
    case 'handoff-made':
      return `finished work handed over as ${event.review?.url ?? event.ref}`;
    case 'handoff-approved':
      return event.elsewhere ? `${event.by} approved it` : `${event.by} approved it for the merge train`;
    case 'handoff-returned':
      return `${RETURNS[event.why]}, back to its author: ${firstLine(event.report)}`;
    case 'code-host-failed':
    case 'code-host-recovered':
    case 'proposal-seen':
    case 'proposal-touched':
    case 'proposal-orphaned':
    case 'proposal-held':
    case 'proposal-released':
    case 'proposal-merging':
    case 'proposal-merged':
    case 'proposal-withdrawn':
      return proposalWords(event);
    case 'train-departed':
      return `the merge train tries ${names(event.items)}`;
    case 'train-proved':
      return `the merge train: ${trainEvidenceWords(event.evidence)}`;
    case 'train-split':
      return `the merge train tries smaller groups: ${event.why}`;
    case 'train-held':
      return `the merge train waits: ${event.reason}`;
    case 'train-restarted':
      return `the merge train starts over: ${event.why}`;
    case 'train-landed':
      return `the merge train landed ${names(event.items)} at ${short(event.commit)}`;
    case 'chamber-removed':
      return `chamber removed${event.bundle ? `, its work is kept in ${event.bundle}` : ''}`;
    case 'chamber-kept':
      return `chamber kept: ${event.reason}`;
    case 'melody-started':
      return `the melody ${event.melody.name} ${event.dry ? 'is rehearsed' : 'starts'} as ${event.run}: ${event.trigger.detail}`;
    case 'melody-refused':
      return `the melody ${event.melody} was not started (${event.trigger.detail}): ${event.reason}`;
    case 'flow-changed':
      return flowWords(event);
    case 'mission-asked':
    case 'mission-planned':
    case 'mission-approved':
    case 'mission-begun':
    case 'mission-stepped':
    case 'mission-part-made':
    case 'mission-part-carried':
    case 'mission-reviewed':
    case 'deviation-told':
    case 'discovery-told':
    case 'deviation-decided':
    case 'understanding-changed':
    case 'mission-merged':
    case 'marks-surveyed':
    case 'mission-purged':
    case 'gate-judged':
    case 'mission-proved':
    case 'mission-judged':
    case 'mission-offered':
    case 'mission-returned':
    case 'advice-taken':
    case 'mission-paused':
    case 'mission-resumed':
    case 'mission-extended':
    case 'mission-ended':
    case 'context-given':
    case 'scope-judged':
    case 'collision-seen':
    case 'collision-gone':
      return missionWords(event, nameOf);
    case 'artifact-stored':
      return `kept as artifact ${event.artifact}: ${event.name}`;
    case 'artifact-not-stored':
      return `could not be kept: ${event.name}: ${event.message}`;
    case 'slots-arbitrated':
      return `slots for ${names(event.granted)}. ${event.rationale}`;
    case 'cleaned':
      return `cleaned up: ${event.removed} removed, ${event.archived} archived, ${event.purged} purged, ${formatBytes(event.bytes)} freed`;
    case 'timer-fired':
      return `it is time: ${event.label}${event.lateMs >= LATE_MS ? ` (${duration(event.lateMs)} late, nobody was there to ring)` : ''}`;
    case 'notice-sent':
      return event.ok
        ? `told ${event.channel} of entry ${event.about}`
        : `${event.channel} could not be told of entry ${event.about}: ${event.message}`;
    case 'operator-commanded':
      return `${event.by} asked: ${event.command}`;
  }
}

/** A timer that rings a moment after its time is not late. */
const LATE_MS = 60_000;

const RETURNS: Readonly<Record<LogEventOf<'handoff-returned'>['why'], string>> = {
  conflict: 'conflicts with the target',
  'failed-on-target': 'fails its checks together with the target',
  review: 'was commented on',
  'pull-request': 'needs its author over at the code host',
};

export const choicesWords = (choices: readonly string[]): string =>
  choices.length === 0 ? '' : ` (${choices.join(' / ')})`;

/** What is assumed when nobody answers, or nothing. */
export function defaultWords(question: {
  defaultAnswer: string | null;
  defaultAfterMs: number | null;
}): string {
  if (question.defaultAnswer === null || question.defaultAfterMs === null) return '';
  return ` [after ${duration(question.defaultAfterMs)} without an answer: ${question.defaultAnswer}]`;
}

/** The train does not check again what was proved on the same tree, so no result has two reasons. */
const trainEvidenceWords = (evidence: Evidence): string =>
  evidence.results.length === 0
    ? `nothing left to check on tree ${short(evidence.tree)}`
    : evidenceWords(evidence);

/** A person's retry starts the count anew; a limit or a lost slot does not count as a failure. */
function retryWords(event: LogEventOf<'retry-scheduled'>): string {
  const why = event.error === '' ? '' : `: ${firstLine(event.error)}`;
  if (event.sameAttempt) return `goes on at ${clockTime(event.dueAt)}${why}`;
  if (event.retries === 0) return `is to be played again${why === '' ? '' : `; last time${why}`}`;
  return `retry ${event.retries} is due at ${clockTime(event.dueAt)}${why}`;
}

function chamberWords(commits: number, dirty: number): string {
  const left = dirty === 0 ? '' : `, ${counted(dirty, 'file')} not committed`;
  return `the chamber holds ${counted(commits, 'commit')}${left}`;
}
