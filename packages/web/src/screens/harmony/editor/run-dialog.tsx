import type { Melody, Values } from '@symphony/domain';
import { Play } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { useTelling } from '../../../live/use-telling.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FieldInput } from '../form/field-input.tsx';
import { FieldsForm } from '../form/fields-form.tsx';
import { firstValues, parameterComplaints, parameterField } from '../form/run-parameters.ts';
import { runPath } from '../paths.ts';

interface RunDialogProps {
  readonly melody: Melody;
  readonly breakpoints: ReadonlySet<string>;
  readonly open: boolean;
  onOpenChange(open: boolean): void;
}

/** Asks what the melody is to be played with, and plays it. */
export function RunDialog({ melody, breakpoints, open, onOpenChange }: RunDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Play ${melody.title}`}>
      <RunForm melody={melody} breakpoints={breakpoints} />
    </Dialog>
  );
}

function RunForm({ melody, breakpoints }: Pick<RunDialogProps, 'melody' | 'breakpoints'>) {
  const { parameters } = melody;
  const [values, setValues] = useState<Values>(() => firstValues(parameters));
  const [dry, setDry] = useState(false);
  const [asked, setAsked] = useState(false);
  const { busy, tell } = useTelling();
  const [, go] = useLocation();
  const complaints = parameterComplaints(parameters, values);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setAsked(true);
    if (complaints.size > 0 || busy) return;
    const answer = await tell({
      name: 'melody-run',
      melody: melody.name,
      parameters: values,
      ...(dry && { dry }),
      ...(breakpoints.size > 0 && { breakpoints: [...breakpoints] }),
    });
    if (answer?.run !== undefined) go(runPath(answer.run));
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      {parameters.length === 0 && <p className="text-ink-soft">It takes no parameters.</p>}
      <FieldsForm
        specs={parameters.map(parameterField)}
        value={values}
        {...(asked && { complaints })}
        onChange={setValues}
      />
      <FieldInput
        spec={{
          path: ['dry'],
          label: 'Dry run',
          kind: 'flag',
          hint: 'Agents are rehearsed, commands are only told, and nothing is merged.',
        }}
        value={dry}
        onChange={(on) => setDry(on === true)}
      />
      {breakpoints.size > 0 && (
        <p className="text-sm text-ink-soft">It stops before {[...breakpoints].join(', ')}.</p>
      )}
      <div className="flex justify-end">
        <Button type="submit" look="primary" disabled={busy}>
          <Play className="size-4" aria-hidden />
          Play
        </Button>
      </div>
    </form>
  );
}
