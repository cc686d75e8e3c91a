import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import type { Draft } from './drafts.ts';

interface SaveDialogProps {
  readonly draft: Draft;
  readonly open: boolean;
  onOpenChange(open: boolean): void;
  onSave(name: string): void;
}

/** Asked before a built-in melody gets a copy, and before a file that was written by hand is drawn over. */
export function SaveDialog({ draft, open, onOpenChange, onSave }: SaveDialogProps) {
  const builtIn = draft.origin === 'built-in';
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={builtIn ? 'Keep your own copy' : 'Write the file anew?'}
      description={
        builtIn
          ? 'What is built in stays as it is. Yours is kept in the repository; under the same name it is played in its place.'
          : 'The file holds steps that were written by hand. Saving writes the melody as it is drawn: comments and the order of steps are lost.'
      }
    >
      <SaveForm
        name={draft.history.present.name}
        act={builtIn ? 'Keep it' : 'Write it anew'}
        onSave={(name) => {
          onOpenChange(false);
          onSave(name);
        }}
      />
    </Dialog>
  );
}

interface SaveFormProps {
  readonly name: string;
  readonly act: string;
  onSave(name: string): void;
}

function SaveForm({ name: given, act, onSave }: SaveFormProps) {
  const [name, setName] = useState(given);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name !== '') onSave(name);
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <Field label="Name" hint="Lower case letters, digits and -.">
        {(id) => <TextInput id={id} value={name} onChange={(event) => setName(event.target.value.trim())} />}
      </Field>
      <div className="flex justify-end">
        <Button type="submit" look="primary" disabled={name === ''}>
          {act}
        </Button>
      </div>
    </form>
  );
}
