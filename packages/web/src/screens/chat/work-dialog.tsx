import type { ChatId } from '@symphony/domain';
import { useAtomValue } from 'jotai';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { missionPath } from '../../app/places.ts';
import { restAtom } from '../../live/board-atoms.ts';
import { type PageCommand, useCommand } from '../../live/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { nameFrom } from '../../ui/name-from.ts';

/** What is to be made of a chat, and what it would be called. */
export type Work =
  | { readonly kind: 'item'; readonly session: string | null; readonly title: string }
  | { readonly kind: 'mission'; readonly title: string }
  | { readonly kind: 'rename'; readonly title: string };

interface WorkDialogProps {
  readonly chat: ChatId;
  readonly work: Work;
  onClose(): void;
  onDone(): void;
}

const WORDS = {
  item: {
    title: 'Make a work item',
    description: 'It goes on the board with what was asked and answered, and an agent does it in its turn.',
    field: 'Title',
    act: 'Make it',
  },
  mission: {
    title: 'Plan a mission',
    description: 'A player makes a plan of this chat. Nothing begins before you have approved it.',
    field: 'Name',
    act: 'Plan it',
  },
  rename: {
    title: 'Rename the chat',
    description: 'It is found by this title.',
    field: 'Title',
    act: 'Rename',
  },
} as const;

/** Names of missions are no longer than this. */
const LONGEST_NAME = 40;

/** Asks what it shall be called before anything is made of a chat. */
export function WorkDialog({ chat, work, onClose, onDone }: WorkDialogProps) {
  const { title, description, field, act } = WORDS[work.kind];
  const [text, setText] = useState(work.kind === 'mission' ? nameFrom(work.title, LONGEST_NAME) : work.title);
  const missions = useAtomValue(restAtom)?.missions ?? [];
  const [, go] = useLocation();
  const { busy, give } = useCommand();
  const mission = nameFrom(text, LONGEST_NAME);
  const taken = work.kind === 'mission' && missions.some(({ id }) => id === mission);
  const named = work.kind === 'mission' ? mission !== '' : text.trim() !== '';
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!named || taken || busy) return;
    const answer = await give(commandOf(chat, work, text));
    if (!answer?.accepted) return;
    onClose();
    onDone();
    if (work.kind === 'mission') go(missionPath(mission));
  };
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <form onSubmit={submit} className="space-y-4">
        <Field
          label={field}
          {...(work.kind === 'mission' && { hint: `It is called ${mission || '…'}.` })}
          error={taken ? `There is a mission ${mission} already: give this one another name.` : null}
        >
          {(id) => (
            <TextInput
              id={id}
              autoFocus
              value={text}
              maxLength={200}
              onFocus={(event) => event.target.select()}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={busy || !named || taken}>
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function commandOf(chat: ChatId, work: Work, text: string): PageCommand {
  switch (work.kind) {
    case 'item':
      return { name: 'chat-item', chat, session: work.session, title: text.trim() };
    case 'mission':
      return { name: 'chat-mission', chat, mission: nameFrom(text, LONGEST_NAME) };
    case 'rename':
      return { name: 'chat-rename', chat, title: text.trim() };
  }
}
