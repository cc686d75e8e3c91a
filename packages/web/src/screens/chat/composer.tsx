import type { ChatFile } from '@symphony/domain';
import { ArrowUp, FileText, Paperclip, Square, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { plainLine } from '../../ui/plain-text.ts';
import { MOST_CHARACTERS, MOST_FILES } from './attachments.ts';
import { countWords } from './chat-words.ts';
import type { Draft } from './use-draft.ts';

interface ComposerProps {
  readonly draft: Draft;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly playing: boolean;
  readonly busy: boolean;
  /** Why nothing can be asked; null when something can. */
  readonly refusal: string | null;
  /** Who answers. */
  readonly model: string;
  onSend(): void;
  onStop(): void;
}

/** The longest request the daemon takes. */
const LONGEST = 100_000;

/** Where a request is written, with files if it needs some. */
export function Composer({ draft, field, playing, busy, refusal, model, onSend, onStop }: ComposerProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const ready = draft.text.trim() !== '' && !playing && !busy && refusal === null;
  const press = (event: KeyboardEvent): void => {
    // Enter while letters are still being composed belongs to the keyboard.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (ready) onSend();
  };
  const paste = (event: ClipboardEvent): void => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    draft.take(event.clipboardData.files);
  };
  return (
    <form
      aria-label="Your request"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onSend();
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        draft.take(event.dataTransfer.files);
      }}
      className="mx-auto w-full max-w-3xl"
    >
      <div
        className={classes(
          'rounded-lg border bg-raised shadow-sm focus-within:border-accent focus-within:ring-1 focus-within:ring-accent',
          over ? 'border-accent bg-accent-soft' : 'border-line-strong',
        )}
      >
        <Files files={draft.files} onRemove={draft.remove} />
        <textarea
          ref={field}
          rows={1}
          // biome-ignore lint/a11y/noAutofocus: writing is what one comes here for.
          autoFocus={window.matchMedia('(pointer: fine)').matches}
          aria-label="Ask Symphony"
          placeholder={over ? 'Drop the files here' : 'Ask Symphony…'}
          value={draft.text}
          maxLength={LONGEST}
          disabled={refusal !== null}
          onChange={(event) => draft.write(event.target.value)}
          onKeyDown={press}
          onPaste={paste}
          className="field-sizing-content block max-h-48 min-h-11 w-full resize-none bg-transparent px-3.5 pt-3 pb-1 text-base outline-none disabled:opacity-60"
        />
        <div className="flex items-center gap-2 px-2 pb-2">
          <IconButton
            label={`Give text files along: at most ${MOST_FILES}, ${countWords(MOST_CHARACTERS)} characters together`}
            disabled={refusal !== null}
            onClick={() => picker.current?.click()}
          >
            <Paperclip className="size-4" aria-hidden />
          </IconButton>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label="Files to give along"
            onChange={(event) => {
              if (event.target.files) draft.take(event.target.files);
              event.target.value = ''; // the same file can be picked again
            }}
          />
          <span className="min-w-0 flex-1 truncate text-xs text-ink-faint">{plainLine(model, 80)}</span>
          <span className="hidden text-xs text-ink-faint sm:inline">
            {playing ? (
              <>
                <Kbd>Esc</Kbd> stops it
              </>
            ) : (
              <>
                <Kbd>⏎</Kbd> sends, <Kbd>⇧ ⏎</Kbd> new line
              </>
            )}
          </span>
          {playing ? (
            <IconButton label="Stop (Esc)" look="danger" onClick={onStop}>
              <Square className="size-3.5 fill-current" aria-hidden />
            </IconButton>
          ) : (
            <IconButton label="Send" look="primary" type="submit" disabled={!ready}>
              <ArrowUp className="size-4" aria-hidden />
            </IconButton>
          )}
        </div>
      </div>
      {draft.refusal && (
        <p role="alert" className="px-1 pt-1 text-sm text-bad">
          {draft.refusal}
        </p>
      )}
    </form>
  );
}

interface FilesProps {
  readonly files: readonly ChatFile[];
  onRemove(name: string): void;
}

function Files({ files, onRemove }: FilesProps) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Files given along" className="flex flex-wrap gap-1.5 px-3 pt-3">
      {files.map(({ name, text }) => (
        <li
          key={name}
          className="flex max-w-full items-center gap-1.5 rounded-md border border-line bg-panel pl-2"
        >
          <FileText className="size-3.5 shrink-0 text-ink-faint" aria-hidden />
          <span className="min-w-0 truncate text-sm">{plainLine(name, 120)}</span>
          <span className="text-xs text-ink-faint tabular-nums">{countWords(text.length)}</span>
          <IconButton label={`Leave ${plainLine(name, 80)} out`} size="sm" onClick={() => onRemove(name)}>
            <X className="size-3.5" aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
