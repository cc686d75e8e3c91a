import { Complaint, misuse } from '../complaint.ts';
import { connectRunning, readHolder } from '../connection.ts';
import type { Desk } from '../desk.ts';
import { onInterrupts } from '../interrupts.ts';
import { invocationFor } from '../invocation.ts';
import { findRoot } from '../repository.ts';
import { anyKey } from './keyboard.ts';
import { asComplaint, type LinkWord, openPatientClient } from './lasting-client.ts';
import { watchItem } from './watch-item.ts';

/** Loaded when it is shown, and not before. */
type AttachHow = import('@symphony/tui').AttachHow;

/**
 * The dashboard on this terminal, until the person leaves it. It stays while the conductor is away and
 * finds it again when it is started anew; leaving ends nothing.
 */
export async function showDashboard(desk: Desk): Promise<void> {
  const { terminal } = desk;
  const { openDashboard, whyNoDashboard } = await import('@symphony/tui');
  const place = { stdin: process.stdin, stdout: process.stdout, env: terminal.env };
  const unable = whyNoDashboard(place);
  if (unable !== null) throw misuse(unable, 'Use `symphony status` or `symphony attach` here.');
  const root = await findRoot(desk.folder());
  await mustRun(root);
  const link = new LinkNews();
  const client = openPatientClient(root, (word) => link.tell(word));
  const leaving = new AbortController();
  const quiet = onInterrupts(() => leaving.abort());
  try {
    await openDashboard({
      ...place,
      client,
      now: terminal.now,
      person: desk.person,
      workbench: (await readHolder(root))?.url ?? null,
      attach: (id, how) => attach(desk, id, how),
      watchLink: (hear) => link.watch(hear),
      signal: leaving.signal,
    });
  } catch (error) {
    throw asComplaint(error);
  } finally {
    quiet();
    await client.close();
  }
  const { symphony } = invocationFor(root, terminal.env, process.cwd());
  terminal.line(`The conductor goes on without you; \`${symphony} tui\` comes back.`);
}

async function mustRun(root: string): Promise<void> {
  const running = await connectRunning(root);
  if (running === null)
    throw new Complaint(
      'No conductor runs here, so there is nothing to show.',
      'Start one with `symphony up`.',
    );
  await running.client.close();
}

/** What ended by itself is read before the dashboard covers it; who left it has read it already. */
async function attach(desk: Desk, id: string, how: AttachHow): Promise<void> {
  const { terminal } = desk;
  const end = await watchItem(desk, id, { write: true, takeover: how === 'takeover' });
  if (end === 'left') return;
  terminal.line(terminal.paint('dim', '(any key goes back to the dashboard)'));
  await anyKey(process.stdin);
}

/** The last news for whoever begins to listen, and every later one. */
class LinkNews {
  #last: LinkWord | null = null;
  #hear: (word: LinkWord) => void = () => undefined;

  tell(word: LinkWord): void {
    this.#last = word;
    this.#hear(word);
  }

  watch(hear: (word: LinkWord) => void): () => void {
    this.#hear = hear;
    // That it is there is told by its first frame: until then there is nothing to show.
    if (this.#last !== null && this.#last !== 'live') hear(this.#last);
    return () => {
      this.#hear = () => undefined;
    };
  }
}
