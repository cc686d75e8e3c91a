import type { MelodyEntryView } from '@symphony/domain';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { nameFrom } from '../../../ui/name-from.ts';
import { blankMelody } from '../edit/new-node.ts';
import { keepDraft, newDraft } from '../editor/drafts.ts';
import { melodyPath } from '../paths.ts';

interface NewMelodyProps {
  readonly open: boolean;
  onOpenChange(open: boolean): void;
  readonly taken: readonly MelodyEntryView[];
}

/** A title is enough to begin drawing; nothing is written before it is saved. */
export function NewMelody({ open, onOpenChange, taken }: NewMelodyProps) {
  const [title, setTitle] = useState('');
  const [, go] = useLocation();
  const name = nameFrom(title);
  const there = taken.some((melody) => melody.name === name);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name === '' || there) return;
    keepDraft(name, newDraft(blankMelody(name, title.trim())));
    go(melodyPath(name));
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="New melody">
      <form onSubmit={submit} className="space-y-4">
        <Field
          label="Title"
          hint={name === '' ? 'What it does, in a few words.' : `Its name: ${name}`}
          error={there ? `There is a melody ${name} already: open it, or choose another title.` : null}
        >
          {(id) => <TextInput id={id} value={title} onChange={(event) => setTitle(event.target.value)} />}
        </Field>
        <div className="flex justify-end">
          <Button type="submit" look="primary" disabled={name === '' || there}>
            Draw it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
