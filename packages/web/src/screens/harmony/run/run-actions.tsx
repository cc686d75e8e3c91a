import type { MelodyRunView } from '@symphony/domain';
import { Ban, Pause, Play, StepForward } from 'lucide-react';
import { useState } from 'react';
import { useTelling } from '../../../live/use-telling.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/dialog.tsx';
import { actsOf } from './run-sight.ts';

/** What can be done with a run as a whole. */
export function RunActions({ run }: { readonly run: MelodyRunView }) {
  const { busy, tell } = useTelling();
  const [asking, setAsking] = useState(false);
  const { pause, goOn, cancel } = actsOf(run.state);
  const ask = (name: 'melody-pause' | 'melody-resume' | 'melody-step' | 'melody-cancel') => () =>
    void tell({ name, run: run.id });
  return (
    <>
      {pause && (
        <Button disabled={busy} onClick={ask('melody-pause')}>
          <Pause className="size-4" aria-hidden />
          Pause
        </Button>
      )}
      {goOn && (
        <>
          <Button disabled={busy} onClick={ask('melody-step')} title="Lets one node begin, and pauses again">
            <StepForward className="size-4" aria-hidden />
            Step
          </Button>
          <Button look="primary" disabled={busy} onClick={ask('melody-resume')}>
            <Play className="size-4" aria-hidden />
            Resume
          </Button>
        </>
      )}
      {cancel && (
        <Button look="danger" disabled={busy} onClick={() => setAsking(true)}>
          <Ban className="size-4" aria-hidden />
          Cancel
        </Button>
      )}
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title="Cancel this run?"
        description="What is at work is stopped. What was merged stays merged."
        act="Cancel the run"
        onConfirm={ask('melody-cancel')}
      />
    </>
  );
}
