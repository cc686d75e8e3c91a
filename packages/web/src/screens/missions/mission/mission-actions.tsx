import type { MissionAct, MissionRunView } from '@symphony/domain';
import { Ban, Check, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useTelling } from '../../../live/use-telling.ts';
import { Button } from '../../../ui/button.tsx';
import { AbortConfirm } from './abort-confirm.tsx';
import { actsOf } from './mission-acts.ts';

/** What can be done with a mission as a whole. */
export function MissionActions({ mission }: { readonly mission: MissionRunView }) {
  const { busy, tell } = useTelling();
  const [asking, setAsking] = useState(false);
  const can = actsOf(mission);
  const ask = (act: MissionAct) => () => void tell({ name: 'mission', mission: mission.id, act });
  return (
    <>
      {can.approve && (
        <Button look="primary" disabled={busy} onClick={ask({ kind: 'approve' })}>
          <Check className="size-4" aria-hidden />
          Approve
        </Button>
      )}
      {can.pause && (
        <Button disabled={busy} onClick={ask({ kind: 'pause', reason: '' })}>
          <Pause className="size-4" aria-hidden />
          Pause
        </Button>
      )}
      {can.resume && (
        <Button look="primary" disabled={busy} onClick={ask({ kind: 'resume', usd: 0 })}>
          <Play className="size-4" aria-hidden />
          Resume
        </Button>
      )}
      {can.abort && (
        <Button look="danger" disabled={busy} onClick={() => setAsking(true)}>
          <Ban className="size-4" aria-hidden />
          Abort
        </Button>
      )}
      <AbortConfirm open={asking} onOpenChange={setAsking} onConfirm={ask({ kind: 'abort', reason: '' })} />
    </>
  );
}
