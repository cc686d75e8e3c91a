import type { StatusView } from '@symphony/domain';
import type { ConductorClient } from '@symphony/protocol';
import { type NameBook, weightOf } from '@symphony/protocol/words';
import { widthOf } from '../screen/columns.ts';
import { entryLine } from '../screen/entry-line.ts';
import { liveLines } from '../screen/live-screen.ts';
import type { Terminal } from '../terminal.ts';
import type { Progress } from './progress.ts';

/** Five frames a second at most, and at least one a second because clocks run in it. */
const FRAME_MS = 200;
const CLOCK_MS = 1000;

/** A region that redraws itself at the foot of the terminal; what is over scrolls away above it. */
export async function liveProgress(
  terminal: Terminal,
  client: ConductorClient,
  book: NameBook,
  symphony: string,
): Promise<Progress> {
  const { createLogUpdate } = await import('log-update');
  // The cursor stays visible: hiding it would leave it hidden when the process is killed.
  const region = createLogUpdate(terminal.stdout, { showCursor: true });
  let hint = `Ctrl-C stops · another terminal: ${symphony} status|inbox`;
  let view: StatusView | null = null;
  let changed = true;
  let asking = false;
  let drawnAt = 0;
  let ended = false;

  let shown: readonly string[] = [];
  const draw = () => {
    if (!view || ended) return;
    drawnAt = terminal.now();
    shown = liveLines(view, { ...terminal.frame(), rows: terminal.rows(), hint });
    region(shown.join('\n'));
  };
  // A terminal that became narrower has broken our lines into more rows than the region knows of.
  const redraw = () => {
    const { columns } = terminal.frame();
    const rows = shown.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0);
    if (rows > shown.length) {
      terminal.stdout.write(`\u001b[${rows}A\u001b[0J`);
      region.done();
    }
    draw();
  };
  const refresh = async () => {
    if (asking || ended || (!changed && terminal.now() - drawnAt < CLOCK_MS)) return;
    asking = true;
    changed = false;
    try {
      view = await client.status();
      draw();
    } catch {
      // The conductor is closing; the last frame stays until the end is told.
      changed = false;
    } finally {
      asking = false;
    }
  };
  const timer = setInterval(refresh, FRAME_MS);
  terminal.stdout.on('resize', redraw);

  return {
    hear(entry) {
      changed = true;
      if (weightOf(entry.event) !== 'outcome') return;
      const frame = {
        ...terminal.frame(),
        nameOf: book.nameOf,
        time: 'clock',
        numbered: false,
        cutting: true,
      } as const;
      region.persist(entryLine(entry, frame));
      draw();
    },
    hint(text) {
      hint = text;
      draw();
    },
    end() {
      ended = true;
      clearInterval(timer);
      terminal.stdout.off('resize', redraw);
      region.clear();
    },
  };
}
