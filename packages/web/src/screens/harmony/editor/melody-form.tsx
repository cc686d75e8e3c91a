import type { Melody } from '@symphony/domain';
import { FieldsForm } from '../form/fields-form.tsx';
import { LIMIT_FIELDS, MELODY_FIELDS, TRIGGER_FIELD } from '../form/melody-fields.ts';
import { ParametersForm } from './parameters-form.tsx';
import { melodyComplaints } from './problem-marks.ts';
import type { Editor } from './use-editor.ts';
import type { Problem } from './use-problems.ts';

/** What is said about the melody as a whole. */
export function MelodyForm({
  editor,
  problems,
}: {
  readonly editor: Editor;
  readonly problems: readonly Problem[];
}) {
  const { melody, change } = editor;
  const complaints = melodyComplaints(problems);
  const take = (next: Melody, during: string): void => change(next, `melody ${during}`);
  const form = { value: melody, complaints, onChange: take };
  return (
    <div className="space-y-5 p-4">
      <FieldsForm specs={MELODY_FIELDS} {...form} />
      <Part title="Parameters">
        {complaints.has('parameters') && (
          <p role="alert" className="text-sm text-bad">
            {complaints.get('parameters')}
          </p>
        )}
        <ParametersForm
          parameters={melody.parameters}
          onChange={(parameters, during) => take({ ...melody, parameters }, during)}
        />
      </Part>
      <Part title="Triggers">
        <FieldsForm specs={[TRIGGER_FIELD]} {...form} />
      </Part>
      <Part title="Limits and permissions">
        <FieldsForm specs={LIMIT_FIELDS} {...form} />
      </Part>
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section className="space-y-3 border-t border-line pt-4">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}
