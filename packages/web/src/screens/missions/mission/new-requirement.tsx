import { type FormEvent, useState } from 'react';
import { useTelling } from '../../../live/use-telling.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/field.tsx';

/** Something the mission must know from now on; its agents hear of it with their next context. */
export function NewRequirement({ mission }: { readonly mission: string }) {
  const { busy, tell } = useTelling();
  const [text, setText] = useState('');
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted === '' || busy) return;
    const told = await tell({
      name: 'mission',
      mission,
      act: { kind: 'understand', change: { kind: 'requirement', text: wanted }, why: 'a person asks for it' },
    });
    if (told) setText('');
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex gap-2 border-t border-line p-3">
      <TextInput
        aria-label="A new requirement"
        placeholder="Something else that must hold…"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" disabled={busy || text.trim() === ''}>
        Add
      </Button>
    </form>
  );
}
