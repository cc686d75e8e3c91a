import { isOneOf, PortError, sameState } from '@symphony/domain';
import type { IssueRecord } from './record.ts';
import type { GitHubTrackerSettings } from './settings.ts';

/** States of plain issues: open and closed, with labels between them where that is configured. */
type States = Pick<GitHubTrackerSettings, 'openState' | 'closedState' | 'stateLabels'>;

const labelsIn = ({ labels }: IssueRecord): string[] =>
  (labels ?? []).map((each) => (typeof each === 'string' ? each : (each.name ?? '')));

export const isStateLabel = (label: string, { stateLabels }: States): boolean =>
  stateLabels.some((each) => sameState(each.label, label));

/** Null: the record says neither open nor closed. */
export function stateOf(record: IssueRecord, { openState, closedState, stateLabels }: States): string | null {
  if (record.state === 'closed') return closedState;
  if (record.state !== 'open') return null;
  const labels = labelsIn(record);
  return stateLabels.find(({ label }) => isOneOf(label, labels))?.state ?? openState;
}

export const everyState = ({ openState, closedState, stateLabels }: States): string[] => [
  openState,
  ...stateLabels.map(({ state }) => state),
  closedState,
];

/** What has to be done so that an issue is in a state; null fields: nothing. */
export interface Move {
  readonly state: 'open' | 'closed' | null;
  readonly addLabel: string | null;
  readonly dropLabels: readonly string[];
}

export function moveFor(record: IssueRecord, wanted: string, settings: States): Move {
  const { openState, closedState, stateLabels } = settings;
  const labels = labelsIn(record);
  const toClosed = sameState(wanted, closedState);
  const label = toClosed ? undefined : stateLabels.find(({ state }) => sameState(state, wanted))?.label;
  if (!toClosed && label === undefined && !sameState(wanted, openState))
    throw new PortError({
      code: 'invalid',
      family: 'invalid_tracker_config',
      message: `GitHub has no state "${wanted}"; there are ${everyState(settings).join(', ')}.`,
      nextStep: 'Name one of them, or add it to `tracker.provider.state_labels`.',
    });
  const state = toClosed ? 'closed' : 'open';
  return {
    state: record.state === state ? null : state,
    addLabel: label !== undefined && !isOneOf(label, labels) ? label : null,
    dropLabels: labels.filter(
      (each) => isStateLabel(each, settings) && (label === undefined || !sameState(each, label)),
    ),
  };
}
