import type { FlowChange, LogEvent, ToolReport } from '@symphony/domain';

/**
 * How much an event matters to somebody who watches: `outcome` ends or turns an item and always
 * stays on the screen, `milestone` is a line of plain progress, `detail` is for the log, `chatter`
 * is the agents' own talk.
 */
export type Weight = 'outcome' | 'milestone' | 'detail' | 'chatter';

const WEIGHTS: Readonly<Record<LogEvent['type'], Weight>> = {
  'conductor-started': 'detail',
  'notice-sent': 'detail',
  'timer-fired': 'outcome',
  'conductor-stopped': 'detail',
  'settings-applied': 'detail',
  'settings-rejected': 'outcome',
  'drain-changed': 'milestone',
  'survivors-ended': 'detail',
  'item-seen': 'detail',
  'item-left': 'detail',
  'tracker-failed': 'outcome',
  'tracker-recovered': 'outcome',
  'tracker-problems-changed': 'outcome',
  'tracker-move-wanted': 'detail',
  'tracker-moved': 'detail',
  'tracker-move-failed': 'milestone',
  'tracker-comment-wanted': 'detail',
  'tracker-commented': 'detail',
  'tracker-comment-failed': 'milestone',
  'item-moved': 'detail',
  'transition-refused': 'detail',
  'item-reopened': 'milestone',
  'retry-scheduled': 'outcome',
  'run-started': 'milestone',
  'chamber-prepared': 'detail',
  'turn-started': 'detail',
  'agent-reported': 'chatter',
  'turn-ended': 'detail',
  'chamber-inspected': 'detail',
  'run-suspended': 'milestone',
  'pause-wanted': 'milestone',
  'pause-withdrawn': 'milestone',
  'run-ending': 'detail',
  'proving-started': 'detail',
  'evidence-recorded': 'milestone',
  'run-ended': 'detail',
  'player-rested': 'outcome',
  'question-asked': 'outcome',
  'question-answered': 'outcome',
  'question-withdrawn': 'milestone',
  'permission-judged': 'detail',
  'tool-reported': 'milestone',
  'comment-heard': 'milestone',
  'comment-settled': 'milestone',
  'comment-answered': 'detail',
  'comments-read': 'detail',
  'steering-wanted': 'milestone',
  'takeover-wanted': 'milestone',
  'takeover-began': 'outcome',
  'takeover-ended': 'outcome',
  'handoff-made': 'milestone',
  'handoff-approved': 'detail',
  'handoff-returned': 'outcome',
  'code-host-failed': 'outcome',
  'code-host-recovered': 'outcome',
  'proposal-seen': 'milestone',
  'proposal-touched': 'outcome',
  'proposal-orphaned': 'outcome',
  'proposal-held': 'outcome',
  'proposal-released': 'milestone',
  'proposal-merging': 'detail',
  'proposal-merged': 'detail',
  'proposal-withdrawn': 'detail',
  'train-departed': 'milestone',
  'train-proved': 'detail',
  'train-split': 'milestone',
  'train-held': 'outcome',
  'train-restarted': 'milestone',
  'train-landed': 'detail',
  'chamber-removed': 'detail',
  'chamber-kept': 'detail',
  'melody-started': 'outcome',
  'melody-refused': 'outcome',
  'flow-changed': 'detail',
  'mission-asked': 'milestone',
  'mission-planned': 'outcome',
  'mission-approved': 'milestone',
  'mission-begun': 'outcome',
  'mission-stepped': 'milestone',
  'mission-part-made': 'milestone',
  'mission-part-carried': 'milestone',
  'mission-reviewed': 'milestone',
  'deviation-told': 'outcome',
  'discovery-told': 'milestone',
  'deviation-decided': 'outcome',
  'understanding-changed': 'milestone',
  'mission-merged': 'outcome',
  'marks-surveyed': 'detail',
  'mission-purged': 'outcome',
  'gate-judged': 'milestone',
  'mission-proved': 'milestone',
  'mission-judged': 'milestone',
  'mission-offered': 'milestone',
  'mission-returned': 'outcome',
  'advice-taken': 'milestone',
  'mission-paused': 'outcome',
  'mission-resumed': 'milestone',
  'mission-extended': 'milestone',
  'mission-ended': 'outcome',
  'context-given': 'detail',
  'scope-judged': 'milestone',
  'collision-seen': 'milestone',
  'collision-gone': 'detail',
  'artifact-stored': 'detail',
  'artifact-not-stored': 'outcome',
  'slots-arbitrated': 'detail',
  cleaned: 'milestone',
  'operator-commanded': 'milestone',
};

/** Everything that can be recorded, by name. */
export const EVENT_TYPES: readonly string[] = Object.keys(WEIGHTS);

export function weightOf(event: LogEvent): Weight {
  if (event.type === 'item-moved') return moveWeight(event.to, event.outcome);
  if (event.type === 'turn-started') return event.turn > 1 ? 'milestone' : 'detail';
  if (event.type === 'survivors-ended') return event.count > 0 ? 'milestone' : 'detail';
  if (event.type === 'flow-changed') return flowWeight(event.change);
  if (event.type === 'gate-judged') return event.verdict === 'passed' ? 'milestone' : 'outcome';
  if (event.type === 'mission-proved') return event.evidence.passed ? 'milestone' : 'outcome';
  if (event.type === 'collision-seen') return event.collision.sure ? 'outcome' : 'milestone';
  if (event.type === 'tool-reported') return reportWeight(event.report);
  return WEIGHTS[event.type];
}

/** What turns a mission, or others must know of, stays on the screen. */
function reportWeight(report: ToolReport): Weight {
  if (report.kind === 'deviation') return report.deviation.severity === 'minor' ? 'milestone' : 'outcome';
  return report.kind === 'discovery' && report.discovery.critical ? 'outcome' : 'milestone';
}

function flowWeight(change: FlowChange): Weight {
  if (change.kind === 'flow')
    return change.to === 'running' || change.to === 'pending' ? 'detail' : 'outcome';
  if (change.kind !== 'node') return 'detail';
  if (change.to === 'failed' || change.to === 'waiting') return 'outcome';
  return change.to === 'pending' || change.to === 'queued' ? 'detail' : 'milestone';
}

function moveWeight(to: string, outcome: string | null): Weight {
  if (to === 'needs_human' || to === 'failed') return 'outcome';
  if (to === 'open') return outcome === null || outcome === 'none' ? 'milestone' : 'outcome';
  return to === 'paused' ? 'milestone' : 'detail';
}
