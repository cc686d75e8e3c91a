import type { FlowEdge } from '@symphony/domain';
import { ArrowRight, Trash2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { edgeFields, edgeOfKind } from '../edit/edge-kinds.ts';
import { edgeKeys } from '../edit/edges.ts';
import { replaceEdge } from '../edit/flow-edits.ts';
import { FieldInput } from '../form/field-input.tsx';
import { FieldsForm } from '../form/fields-form.tsx';
import { ComplaintList } from './complaint-list.tsx';
import { removeChosenNodes } from './deeds.ts';
import { complaintsAbout } from './problem-marks.ts';
import type { Editor } from './use-editor.ts';
import type { Problem } from './use-problems.ts';

interface EdgeFormProps {
  readonly editor: Editor;
  readonly edge: FlowEdge;
  readonly at: number;
  readonly problems: readonly Problem[];
}

/** One edge: what comes first, under which condition, or which value is handed on. */
export function EdgeForm({ editor, edge, at, problems }: EdgeFormProps) {
  const { flow, place } = editor;
  const { fields, whole } = complaintsAbout(problems, place, { edge: at });
  const change = (next: FlowEdge, during?: string): void => {
    const changed = replaceEdge(flow, at, next);
    editor.changeFlow(changed, during && `${edgeKeys(flow.edges)[at]} ${during}`);
    // Another kind or another port is another key.
    const key = edgeKeys(changed.edges)[at];
    if (key !== undefined) editor.choose(new Set([key]));
  };
  return (
    <div className="space-y-4 p-4">
      <p className="flex flex-wrap items-center gap-1.5 font-medium">
        {edge.from}
        <ArrowRight className="size-4 text-ink-faint" aria-label="to" />
        {edge.to}
      </p>
      <ComplaintList problems={whole} />
      <FieldInput
        spec={{
          path: ['kind'],
          label: 'Kind',
          kind: 'choice',
          required: true,
          choices: ['control', 'conditional', 'data'],
        }}
        value={edge.kind}
        onChange={(kind) => change(edgeOfKind(flow, edge, kind as FlowEdge['kind']))}
      />
      <p className="text-sm text-ink-faint">{MEANING[edge.kind]}</p>
      <FieldsForm specs={edgeFields(flow, edge)} value={edge} complaints={fields} onChange={change} />
      <div className="border-t border-line pt-3">
        <Button size="sm" look="danger" onClick={() => removeChosenNodes(editor)}>
          <Trash2 className="size-4" aria-hidden />
          Delete
        </Button>
      </div>
    </div>
  );
}

const MEANING: Readonly<Record<FlowEdge['kind'], string>> = {
  control: 'The second waits for the first.',
  conditional: 'The second is played only when the condition holds over what the first gave.',
  data: 'The second waits for the first and gets one of its values.',
};
