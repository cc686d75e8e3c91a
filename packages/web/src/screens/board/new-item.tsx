import { useAtomValue } from 'jotai';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { findItem, restAtom } from '../../live/board-atoms.ts';
import { useCommand } from '../../live/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select, TextArea, TextInput } from '../../ui/field.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { commandOf, type Draft, EMPTY_DRAFT, isReady, problemsOf } from './new-item-draft.ts';

interface NewItemProps {
  readonly open: boolean;
  onOpenChange(open: boolean): void;
}

const PRIORITIES = [
  ['', 'None'],
  ['1', '1 – urgent'],
  ['2', '2 – high'],
  ['3', '3 – medium'],
  ['4', '4 – low'],
] as const;

/** Puts new work on the tracker. What was written stays when the dialog is closed by mistake. */
export function NewItem({ open, onOpenChange }: NewItemProps) {
  const players = useAtomValue(restAtom)?.players ?? [];
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT);
  const [tried, setTried] = useState(false);
  const { busy, give } = useCommand();
  const form = useRef<HTMLFormElement>(null);
  const problems = problemsOf(draft, (name) => findItem(name) !== null);
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isReady(problems) || busy) return;
    const answer = await give(commandOf(draft));
    if (!answer?.accepted) return;
    setDraft(EMPTY_DRAFT);
    setTried(false);
    onOpenChange(false);
  };
  const press = (event: KeyboardEvent): void => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') form.current?.requestSubmit();
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="New item">
      <form ref={form} onSubmit={submit} onKeyDown={press} noValidate className="space-y-4">
        <Field label="Title" error={tried ? problems.title : null}>
          {(id) => (
            <TextInput
              id={id}
              autoFocus
              value={draft.title}
              maxLength={500}
              onChange={(event) => set({ title: event.target.value })}
            />
          )}
        </Field>
        <Field label="Description" hint="What the agent is told. Markdown.">
          {(id) => (
            <TextArea
              id={id}
              rows={6}
              value={draft.description}
              onChange={(event) => set({ description: event.target.value })}
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Labels" hint="Separated by commas.">
            {(id) => (
              <TextInput
                id={id}
                value={draft.labels}
                onChange={(event) => set({ labels: event.target.value })}
              />
            )}
          </Field>
          <Field label="Waits for" hint="Identifiers of items." error={tried ? problems.blockedBy : null}>
            {(id) => (
              <TextInput
                id={id}
                value={draft.blockedBy}
                onChange={(event) => set({ blockedBy: event.target.value })}
              />
            )}
          </Field>
          <Field label="Priority">
            {(id) => (
              <Select
                id={id}
                value={draft.priority}
                onChange={(event) => set({ priority: event.target.value })}
              >
                {PRIORITIES.map(([value, words]) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Player">
            {(id) => (
              <Select id={id} value={draft.player} onChange={(event) => set({ player: event.target.value })}>
                <option value="">As routed</option>
                {players.map(({ name, agent }) => (
                  <option key={name} value={name}>
                    {name === agent ? name : `${name} (${agent})`}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <div className="flex items-center justify-end gap-3">
          <span className="text-sm text-ink-faint">
            <Kbd>Ctrl Enter</Kbd>
          </span>
          <Button type="submit" look="primary" disabled={busy}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
