import { missionOnTrain, type Settings } from '@symphony/domain';
import { timePassed } from './decide/clock.ts';
import { chambersCompared } from './decide/collisions.ts';
import { commanded } from './decide/commands.ts';
import { commentsRead, commentTold, commentWeighed, takeUpComments } from './decide/comments.ts';
import {
  chamberFailed,
  chamberReady,
  considerDispatch,
  itemRefreshed,
  refreshFailed,
} from './decide/dispatch.ts';
import { notProposed, notProved, offerAgain, proposed, proved } from './decide/handoff.ts';
import { lookAtProposals, offersHinted } from './decide/looking.ts';
import { advanceMelodies, melodyWanted, nodeAnswered, nodeBroke } from './decide/melodies.ts';
import { marksSurveyed } from './decide/mission-merge.ts';
import { missionNotProposed, missionProposed, missionReady } from './decide/mission-proposal.ts';
import {
  advanceMissions,
  adviceTaken,
  missionBegun,
  missionBroke,
  missionProved,
  missionReviewed,
} from './decide/missions.ts';
import { proposalAnswered, proposalsLooked, proposalsUnseen } from './decide/proposals.ts';
import { recover } from './decide/recovery.ts';
import { toolCalled } from './decide/reports.ts';
import { takeoverOver } from './decide/takeover.ts';
import { readTracker, trackerRead } from './decide/tracker.ts';
import { commentRefused, moveRefused, retryWrites } from './decide/tracker-writes.ts';
import { considerTrain, trainAssembled, trainBroke, trainLanding } from './decide/train.ts';
import { agentHeard, agentStopped, chamberInspected, runBroke } from './decide/turns.ts';
import { Decision, type Setting } from './decision.ts';
import type { Input } from './input.ts';
import { offerOf } from './offer.ts';

/**
 * The one place where inputs become events and effects. Pure: it reads the state and changes
 * nothing; the mailbox records the events, folds them and then performs the effects.
 */
export function decide(setting: Setting, input: Input): Decision {
  const out = new Decision();
  switch (input.type) {
    case 'started':
      return out.record({
        type: 'conductor-started',
        instance: input.instance,
        version: input.version,
        pid: input.pid,
      });
    case 'survivors-cleared':
      if (input.ended > 0) out.record({ type: 'survivors-ended', count: input.ended });
      recover(out, setting);
      return out;
    case 'settings-loaded':
      if (setting.state.settingsProblem === null && sameSettings(setting.state.settings, input.settings))
        return out;
      return out.record({ type: 'settings-applied', settings: input.settings });
    case 'settings-broken':
      return out.record({ type: 'settings-rejected', message: input.message });
    case 'tick':
      timePassed(out, setting);
      readTracker(out, setting);
      out.perform({ type: 'read-comments', after: setting.state.commentCursor });
      retryWrites(out, setting);
      takeUpComments(out, setting);
      offerAgain(out, setting);
      lookAtProposals(out, setting);
      return out;
    case 'wake':
      timePassed(out, setting);
      return out;
    case 'tracker-read':
      trackerRead(out, setting, input);
      return out;
    case 'tracker-unreadable':
      // Everything running is kept; the next tick tries again.
      if (setting.state.trackerProblem === input.failure.message) return out;
      return out.record({
        type: 'tracker-failed',
        message: input.failure.message,
        ...(input.failure.family && { family: input.failure.family }),
      });
    case 'item-refreshed':
      itemRefreshed(out, setting, input);
      return out;
    case 'refresh-failed':
      refreshFailed(out, setting, input);
      return out;
    case 'tracker-move-done':
      return out.record({ type: 'tracker-moved', item: input.item, state: input.state });
    case 'tracker-move-refused':
      moveRefused(out, setting, input);
      return out;
    case 'comments-read':
      commentsRead(out, setting, input);
      return out;
    case 'comment-weighed':
      commentWeighed(out, setting, input);
      return out;
    case 'comment-told':
      commentTold(out, setting, input);
      return out;
    case 'tracker-commented': {
      const { item, key } = input;
      const wanted = setting.state.items.get(item)?.commentsWanted ?? [];
      return wanted.some((each) => each.key === key)
        ? out.record({ type: 'tracker-commented', item, key })
        : out;
    }
    case 'tracker-comment-refused':
      commentRefused(out, setting, input);
      return out;
    case 'chamber-ready':
      chamberReady(out, setting, input);
      return out;
    case 'chamber-failed':
      chamberFailed(out, setting, input);
      return out;
    case 'chamber-inspected':
      chamberInspected(out, setting, input);
      return out;
    case 'chamber-removal':
      chamberRemoval(out, setting, input);
      return out;
    case 'agent-heard':
      agentHeard(out, setting, input);
      return out;
    case 'run-broke':
      runBroke(out, setting, input);
      return out;
    case 'tool-called':
      toolCalled(out, setting, input);
      return out;
    case 'takeover-over':
      takeoverOver(out, setting, input);
      return out;
    case 'agent-stopped':
      agentStopped(out, setting, input);
      return out;
    case 'proved':
      proved(out, setting, input);
      return out;
    case 'not-proved':
      notProved(out, setting, input);
      return out;
    case 'proposed':
      if (missionOnTrain(input.item) === null) proposed(out, setting, input);
      else missionProposed(out, setting, input);
      return out;
    case 'not-proposed':
      if (missionOnTrain(input.item) === null) notProposed(out, setting, input);
      else missionNotProposed(out, setting, input);
      return out;
    case 'withdrawn': {
      const { item, ref } = input;
      const proposal = offerOf(setting.state, item)?.proposal;
      if (proposal?.ref === ref && proposal.leaving) out.record({ type: 'proposal-withdrawn', item, ref });
      return out;
    }
    case 'offers-hinted':
      offersHinted(out, setting, input);
      return out;
    case 'proposals-looked':
      proposalsLooked(out, setting, input);
      return out;
    case 'proposals-unseen':
      proposalsUnseen(out, setting, input);
      return out;
    case 'proposal-answered':
      proposalAnswered(out, setting, input);
      return out;
    case 'train-assembled':
      trainAssembled(out, setting, input);
      return out;
    case 'train-broke':
      trainBroke(out, setting, input);
      return out;
    case 'train-landing':
      trainLanding(out, setting, input);
      return out;
    case 'mission-begun':
      missionBegun(out, setting, input);
      return out;
    case 'mission-broke':
      missionBroke(out, setting, input);
      return out;
    case 'mission-reviewed':
      missionReviewed(out, setting, input);
      return out;
    case 'marks-surveyed':
      marksSurveyed(out, setting, input);
      return out;
    case 'mission-proved':
      missionProved(out, setting, input);
      return out;
    case 'mission-ready':
      missionReady(out, setting, input);
      return out;
    case 'advice-taken':
      adviceTaken(out, setting, input);
      return out;
    case 'advice-lost': {
      const item = setting.state.items.get(input.item);
      if (item?.state === 'completed') out.move(item, 'error', input.failure.message);
      return out;
    }
    case 'chambers-compared':
      chambersCompared(out, setting, input);
      return out;
    case 'melody-wanted':
      melodyWanted(out, setting, input);
      return out;
    case 'melody-unfit': {
      const { melody, trigger, reason } = input;
      return out.record({ type: 'melody-refused', melody, trigger, reason });
    }
    case 'node-answered':
      nodeAnswered(out, setting, input);
      return out;
    case 'node-broke':
      nodeBroke(out, setting, input);
      return out;
    case 'artifact-kept':
      return out.record(input.stored);
    case 'artifact-lost':
      return out.record({
        type: 'artifact-not-stored',
        item: input.item,
        name: input.name,
        message: input.failure.message,
      });
    case 'notice-told':
      return out.record(input.sent);
    case 'timer-rang':
      return out.record(input.rang);
    case 'cleaned':
      return out.record(input.report);
    case 'commanded':
      commanded(out, setting, input.command);
      return out;
  }
}

const sameSettings = (a: Settings | null, b: Settings): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What may start now. Asked once after every batch of inputs that could have made room or work. */
export function consider(setting: Setting): Decision {
  const out = new Decision();
  considerTrain(out, setting);
  considerDispatch(out, setting);
  return out;
}

/** The next step of a melody or a mission, if one is due. Asked until there is none. */
export function advance(setting: Setting): Decision {
  const out = new Decision();
  advanceMelodies(out, setting);
  if (out.events.length === 0) advanceMissions(out, setting);
  return out;
}

function chamberRemoval(
  out: Decision,
  { state }: Setting,
  input: Extract<Input, { type: 'chamber-removal' }>,
): void {
  if (state.items.get(input.item)?.chamber?.key !== input.key) return;
  const { item, key, removal } = input;
  if (removal.kind === 'removed') out.record({ type: 'chamber-removed', item, key, bundle: removal.bundle });
  else out.record({ type: 'chamber-kept', item, key, reason: removal.reason });
}
