import { type NameBook, weightOf } from '@symphony/protocol/words';
import { entryLine } from '../screen/entry-line.ts';
import type { Terminal } from '../terminal.ts';
import type { Progress } from './progress.ts';

/** One line per meaningful event, for files, pipes and CI. The agents' own talk stays in the log. */
export function plainProgress(terminal: Terminal, book: NameBook, write: (line: string) => void): Progress {
  return {
    hear(entry) {
      const weight = weightOf(entry.event);
      if (weight !== 'outcome' && weight !== 'milestone') return;
      const frame = {
        ...terminal.frame(),
        nameOf: book.nameOf,
        time: 'clock',
        numbered: false,
        cutting: false,
      } as const;
      write(entryLine(entry, frame));
    },
    hint: write,
    end: () => undefined,
  };
}
