import type { FlowNode } from '@symphony/domain';
import { useState } from 'react';
import { Field, TextInput } from '../../../ui/field.tsx';
import { idsOf, replaceNode } from '../edit/flow-edits.ts';
import type { Editor } from './use-editor.ts';

/** The id of a node; taken over when one leaves the field, because edges and texts speak of it. */
export function NodeIdInput({ editor, node }: { readonly editor: Editor; readonly node: FlowNode }) {
  const [text, setText] = useState(node.id);
  const complaint = whyNot(text, node.id, idsOf(editor.flow));
  const take = (): void => {
    if (complaint !== null || text === node.id) return setText(node.id);
    editor.changeFlow(replaceNode(editor.flow, node.id, { ...node, id: text }));
    editor.choose(new Set([text]));
  };
  return (
    <Field label="Id *" hint="Others speak of it, as in {{ id.output }}." error={complaint}>
      {(id) => (
        <TextInput
          id={id}
          value={text}
          spellCheck={false}
          className="font-mono"
          onChange={(event) => setText(event.target.value)}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take();
          }}
        />
      )}
    </Field>
  );
}

function whyNot(text: string, own: string, taken: ReadonlySet<string>): string | null {
  if (text !== own && taken.has(text)) return 'Another node is called like that.';
  return /^[A-Za-z][\w-]{0,99}$/.test(text) ? null : 'Use a letter, then letters, digits, - and _.';
}
