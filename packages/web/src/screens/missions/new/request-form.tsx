import { PHASES } from '@symphony/domain';
import { atom, useAtom, useAtomValue } from 'jotai';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { missionPath } from '../../../app/places.ts';
import { restAtom } from '../../../live/board-atoms.ts';
import { useCommand } from '../../../live/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Select, TextArea, TextInput } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { phaseWords } from '../mission-words.ts';
import { commandOf, EMPTY_REQUEST, missionName, problemsOf, toggled } from './request-draft.ts';

/** Kept while other screens are looked at. */
const draftAtom = atom(EMPTY_REQUEST);

/** One sentence: a player makes a plan of it, and asks before it begins. */
export function RequestForm() {
  const [draft, setDraft] = useAtom(draftAtom);
  const [tried, setTried] = useState(false);
  const rest = useAtomValue(restAtom);
  const { busy, give } = useCommand();
  const [, go] = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const problems = problemsOf(
    draft,
    (rest?.missions ?? []).map(({ id }) => id),
  );
  const set = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (problems.request !== null || problems.name !== null || busy) return;
    const command = commandOf(draft);
    const answer = await give(command);
    if (!answer?.accepted) return;
    setDraft(EMPTY_REQUEST);
    go(missionPath(answer.run ?? command.mission));
  };
  const press = (event: KeyboardEvent): void => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') form.current?.requestSubmit();
  };
  return (
    <Panel className="mx-auto max-w-3xl p-5">
      <form
        ref={form}
        onSubmit={(event) => void submit(event)}
        onKeyDown={press}
        noValidate
        className="space-y-4"
      >
        <Field
          label="What is wanted"
          hint="A player splits it into workers and phases. You see the plan before it begins."
          error={tried ? problems.request : null}
        >
          {(id) => (
            <TextArea
              id={id}
              rows={4}
              autoFocus
              value={draft.request}
              onChange={(event) => set({ request: event.target.value })}
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Name"
            hint={draft.name === '' && missionName(draft) !== '' ? `Left empty: ${missionName(draft)}` : ''}
            error={tried || draft.name !== '' ? problems.name : null}
          >
            {(id) => (
              <TextInput id={id} value={draft.name} onChange={(event) => set({ name: event.target.value })} />
            )}
          </Field>
          <Field label="Planned by">
            {(id) => (
              <Select id={id} value={draft.player} onChange={(event) => set({ player: event.target.value })}>
                <option value="">The usual player</option>
                {(rest?.players ?? []).map(({ name, agent }) => (
                  <option key={name} value={name}>
                    {name === agent ? name : `${name} (${agent})`}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <fieldset>
          <legend className="mb-1 text-sm font-medium text-ink-soft">Phases</legend>
          <div className="flex flex-wrap gap-x-4 gap-y-1.5">
            {PHASES.map((phase) => (
              <label key={phase} className="flex items-center gap-1.5">
                <input
                  type="checkbox"
                  className="size-4 accent-[var(--accent)]"
                  checked={draft.phases.includes(phase)}
                  onChange={() => set({ phases: toggled(draft.phases, phase) })}
                />
                {phaseWords(phase)}
              </label>
            ))}
          </div>
          <p className="mt-1 text-sm text-ink-faint">
            Without a choice the plan says which it needs; a small mission does with implementation and
            validation.
          </p>
        </fieldset>
        <div className="flex justify-end">
          <Button type="submit" look="primary" disabled={busy}>
            Plan it
          </Button>
        </div>
      </form>
    </Panel>
  );
}
