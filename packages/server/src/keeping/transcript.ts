import type { Store } from '@symphony/domain';

const TYPES = ['turn-started', 'agent-reported', 'turn-ended', 'question-answered', 'chamber-inspected'];
const PAGE = 2_000;

/** What was said and done in one run, an entry a line; null when nothing was. */
export async function transcriptOf(store: Store, item: string, run: string): Promise<string | null> {
  const lines: string[] = [];
  for (let after = 0; ; ) {
    const page = store.read(after, PAGE, { item, types: TYPES });
    for (const entry of page)
      if (!('run' in entry.event) || entry.event.run === run) lines.push(JSON.stringify(entry));
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    after = last.seq;
    await new Promise((next) => setImmediate(next)); // a long log must not hold up the loop
  }
  return lines.length === 0 ? null : `${lines.join('\n')}\n`;
}
