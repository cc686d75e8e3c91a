import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '../ui/button.tsx';
import { TextInput } from '../ui/field.tsx';

interface FindBarProps {
  readonly words: string;
  onWords(words: string): void;
  readonly found: number;
  /** Which of those found is looked at, from 0. */
  readonly at: number;
  onStep(way: 1 | -1): void;
}

/** Finds words in the whole transcript, also in what is not on the screen. */
export function FindBar({ words, onWords, found, at, onStep }: FindBarProps) {
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onWords('');
  };
  return (
    <div className="flex items-center gap-1">
      <div className="relative">
        <Search className="absolute top-2 left-2 size-3.5 text-ink-faint" aria-hidden />
        <TextInput
          type="search"
          aria-label="Find in the transcript"
          placeholder="Find"
          value={words}
          onChange={(event) => onWords(event.target.value)}
          onKeyDown={press}
          className="!h-7 w-32 pl-7 text-sm sm:w-48"
        />
      </div>
      <span role="status" className="min-w-12 text-center text-xs text-ink-faint tabular-nums">
        {words.trim() !== '' && (found === 0 ? 'none' : `${at + 1} of ${found}`)}
      </span>
      <IconButton label="Found before" size="sm" disabled={found === 0} onClick={() => onStep(-1)}>
        <ChevronUp className="size-4" aria-hidden />
      </IconButton>
      <IconButton label="Found next" size="sm" disabled={found === 0} onClick={() => onStep(1)}>
        <ChevronDown className="size-4" aria-hidden />
      </IconButton>
    </div>
  );
}
