import type { ItemView } from '@symphony/domain';
import { useAtomValue } from 'jotai';
import { type FormEvent, useState } from 'react';
import { restAtom } from '../../live/board-atoms.ts';
import { useCommand } from '../../live/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select, TextArea, TextInput } from '../../ui/field.tsx';
import { editOf, formOf, type ItemForm, problemsOf } from './item-changes.ts';

interface EditDialogProps {
  readonly item: ItemView;
  readonly description: string | null;
  onClose(): void;
}

/** Changes the item on its tracker. */
export function EditDialog({ item, description, onClose }: EditDialogProps) {
  const [before] = useState(() => formOf(item, description));
  const [form, setForm] = useState(before);
  const players = useAtomValue(restAtom)?.players ?? [];
  const { busy, give } = useCommand();
  const problems = problemsOf(form);
  const set = (key: keyof ItemForm) => (event: { readonly target: { readonly value: string } }) =>
    setForm({ ...form, [key]: event.target.value });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const edit = editOf(item.identifier, before, form);
    if (edit === null || (await give(edit))?.accepted) onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title={`Edit ${item.identifier}`}>
      <form onSubmit={submit} className="space-y-3">
        <Field label="Title" error={problems.title ?? null}>
          {(id) => <TextInput id={id} value={form.title} onChange={set('title')} />}
        </Field>
        <Field label="Description" hint="Markdown. Its agent reads it with its first turn.">
          {(id) => <TextArea id={id} rows={8} value={form.description} onChange={set('description')} />}
        </Field>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Labels" hint="Separated by commas">
            {(id) => <TextInput id={id} value={form.labels} onChange={set('labels')} />}
          </Field>
          <Field label="Priority" hint="1 is played first" error={problems.priority ?? null}>
            {(id) => (
              <TextInput id={id} inputMode="numeric" value={form.priority} onChange={set('priority')} />
            )}
          </Field>
          <Field label="Player" hint="Who plays it from its next run on">
            {(id) => (
              <Select id={id} value={form.player} onChange={set('player')}>
                <option value="">As it is</option>
                {players.map(({ name }) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={busy || Object.keys(problems).length > 0}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
