import type { OperatorView } from '@symphony/domain';
import { MousePointerClick } from 'lucide-react';
import { Kbd } from '../../../ui/kbd.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { edgeKeys } from '../edit/edges.ts';
import { EdgeForm } from './edge-form.tsx';
import { NodeForm } from './node-form.tsx';
import type { Editor } from './use-editor.ts';
import type { Problem } from './use-problems.ts';

interface InspectorProps {
  readonly editor: Editor;
  readonly operators: readonly OperatorView[];
  readonly problems: readonly Problem[];
}

/** What is chosen, to be looked at and changed. */
export function Inspector({ editor, operators, problems }: InspectorProps) {
  const { flow, chosen } = editor;
  const node = flow.nodes.find(({ id }) => chosen.has(id));
  if (chosen.size === 1 && node)
    return <NodeForm key={node.id} editor={editor} node={node} operators={operators} problems={problems} />;
  const keys = edgeKeys(flow.edges);
  const at = keys.findIndex((key) => chosen.has(key));
  const edge = flow.edges[at];
  if (chosen.size === 1 && edge)
    return <EdgeForm key={keys[at]} editor={editor} edge={edge} at={at} problems={problems} />;
  if (chosen.size > 1)
    return (
      <p className="p-4 text-ink-soft">{chosen.size} are chosen: move, duplicate, copy or delete them.</p>
    );
  return (
    <EmptyState icon={MousePointerClick} title="Nothing is chosen">
      <p>Choose a node or an edge to see and change it.</p>
      <ul className="mt-4 grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1.5 text-left text-sm">
        {KEYS.map(([key, words]) => (
          <li key={key} className="contents">
            <Kbd>{key}</Kbd>
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}

const KEYS: readonly (readonly [string, string])[] = [
  ['/', 'find a node'],
  ['f', 'show all of it'],
  ['c', 'connect the chosen node'],
  ['b', 'stop runs before it'],
  ['o', 'open the chosen loop'],
  ['Del', 'delete what is chosen'],
  ['Ctrl Z', 'undo'],
];
