import type { Instant, MelodyView, NodePath, StepView } from '@symphony/domain';

export interface Bar {
  readonly step: StepView;
  /** Of the whole width, from 0 to 1. */
  readonly from: number;
  readonly width: number;
  readonly ms: number;
  readonly critical: boolean;
}

/** What has begun, in the order it did, each as long as it took. */
export function barsOf(view: MelodyView, now: Instant): readonly Bar[] {
  const end = Math.max(view.endedAt ?? now, view.startedAt + 1);
  const whole = end - view.startedAt;
  const critical = new Set<NodePath>(view.criticalPath.path);
  return view.steps
    .flatMap((step) => (step.startedAt === null ? [] : [{ step, startedAt: step.startedAt }]))
    .sort((a, b) => a.startedAt - b.startedAt)
    .map(({ step, startedAt }) => {
      const ended = Math.max(startedAt, Math.min(step.endedAt ?? end, end));
      return {
        step,
        from: within((startedAt - view.startedAt) / whole),
        width: within((ended - startedAt) / whole),
        ms: ended - startedAt,
        critical: critical.has(step.path),
      };
    });
}

const within = (share: number): number => Math.max(0, Math.min(1, share));
