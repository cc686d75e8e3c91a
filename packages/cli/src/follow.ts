import type { Entry } from '@symphony/domain';
import { Complaint } from './complaint.ts';
import type { Reached } from './connection.ts';
import { onInterrupts } from './interrupts.ts';

/** Hears entries until the person stops it. When the conductor ends first, its last words are heard and that is told. */
export async function followUntilInterrupted(
  { client, holder }: Reached,
  after: number,
  hear: (entry: Entry) => void,
): Promise<void> {
  if (holder === null) {
    throw new Complaint(
      'No conductor runs here, so there is nothing to follow.',
      'Start one with `symphony run`.',
    );
  }
  let end: (why: 'interrupted' | 'gone') => void = () => undefined;
  const ended = new Promise<'interrupted' | 'gone'>((resolve) => {
    end = resolve;
  });
  const quiet = onInterrupts(() => end('interrupted'));
  const following = await client.follow(after, hear, () => end('gone'));
  try {
    if ((await ended) === 'gone') {
      throw new Complaint('The conductor ended.', 'Start it again with `symphony run`.');
    }
    await following.stop();
  } finally {
    quiet();
  }
}
