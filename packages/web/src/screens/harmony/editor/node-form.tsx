import type { FlowNode, OperatorView } from '@symphony/domain';
import { Copy, FolderOpen, Trash2 } from 'lucide-react';
import { KIND_ICONS } from '../../../graph/looks.ts';
import { Button } from '../../../ui/button.tsx';
import { replaceNode } from '../edit/flow-edits.ts';
import { pathOf } from '../edit/place.ts';
import { FieldInput } from '../form/field-input.tsx';
import type { FieldSpec } from '../form/field-spec.ts';
import { FieldsForm } from '../form/fields-form.tsx';
import { ABOUT, fieldsOf, PLAYING } from '../form/node-fields.ts';
import { schemaFields } from '../form/schema-fields.ts';
import { ComplaintList } from './complaint-list.tsx';
import { duplicateChosen, removeChosenNodes } from './deeds.ts';
import { NodeIdInput } from './node-id-input.tsx';
import { PortsForm } from './ports-form.tsx';
import { complaintsAbout } from './problem-marks.ts';
import type { Editor } from './use-editor.ts';
import type { Problem } from './use-problems.ts';

interface NodeFormProps {
  readonly editor: Editor;
  readonly node: FlowNode;
  readonly operators: readonly OperatorView[];
  readonly problems: readonly Problem[];
}

/** One node: a form made of what its kind, or its operator, says it may have. */
export function NodeForm({ editor, node, operators, problems }: NodeFormProps) {
  const { flow, place, changeFlow } = editor;
  const { fields, whole } = complaintsAbout(problems, place, { node: node.id });
  const change = (next: FlowNode, during: string): void =>
    changeFlow(replaceNode(flow, node.id, next), `${pathOf(place, node.id)} ${during}`);
  const operator =
    node.kind === 'operator' ? operators.find(({ name }) => name === node.operator) : undefined;
  const Icon = KIND_ICONS[node.kind];
  return (
    <div className="space-y-4 p-4">
      <p className="flex items-center gap-2 text-sm text-ink-soft">
        <Icon className="size-4" aria-hidden />
        {node.kind === 'operator' ? node.operator : node.kind}
      </p>
      {operator && <p className="text-sm text-ink-soft">{operator.description}</p>}
      <ComplaintList problems={whole} />
      <NodeIdInput editor={editor} node={node} />
      <FieldsForm specs={specsOf(node, operator)} value={node} complaints={fields} onChange={change} />
      {node.kind === 'loop' && (
        <Button onClick={() => editor.enter([...place, node.id])}>
          <FolderOpen className="size-4" aria-hidden />
          Open what it repeats
        </Button>
      )}
      <div className="space-y-2 border-t border-line pt-3">
        <FieldInput
          spec={ENABLED}
          value={node.enabled !== false}
          onChange={(on) => change(switched(node, on === true), 'enabled')}
        />
        <FieldInput
          spec={STOPS}
          value={editor.breakpoints.has(pathOf(place, node.id))}
          onChange={() => editor.toggleBreakpoint(node.id)}
        />
      </div>
      <Further title="Ports">
        <PortsForm node={node} onChange={(next) => change(next, 'ports')} />
      </Further>
      <Further title="Name, limits and recovery">
        <FieldsForm specs={[...ABOUT, ...PLAYING]} value={node} complaints={fields} onChange={change} />
      </Further>
      <div className="flex gap-2 border-t border-line pt-3">
        <Button size="sm" onClick={() => duplicateChosen(editor)}>
          <Copy className="size-4" aria-hidden />
          Duplicate
        </Button>
        <Button size="sm" look="danger" onClick={() => removeChosenNodes(editor)}>
          <Trash2 className="size-4" aria-hidden />
          Delete
        </Button>
      </div>
    </div>
  );
}

const ENABLED: FieldSpec = { path: ['enabled'], label: 'Switched on', kind: 'flag' };
const STOPS: FieldSpec = {
  path: ['stops'],
  label: 'Breakpoint (b)',
  kind: 'flag',
  hint: 'Runs started from here stop before it.',
};

/** An operator nobody has described takes JSON. */
const UNKNOWN: readonly FieldSpec[] = [{ path: ['config'], label: 'Settings', kind: 'json' }];

function specsOf(node: FlowNode, operator: OperatorView | undefined): readonly FieldSpec[] {
  if (node.kind !== 'operator') return fieldsOf(node);
  return operator ? schemaFields(operator.config, ['config']) : UNKNOWN;
}

/** On is how every node is, so it is not written down. */
function switched(node: FlowNode, on: boolean): FlowNode {
  const { enabled: _, ...rest } = node;
  return (on ? rest : { ...rest, enabled: false }) as FlowNode;
}

function Further({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <details className="border-t border-line pt-3">
      <summary className="cursor-pointer font-medium text-ink-soft hover:text-ink">{title}</summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}
