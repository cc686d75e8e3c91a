import type { ChildProcess } from 'node:child_process';
import { stdin, stdout } from 'node:process';
import type { Transport } from '../transport.ts';
import { streamTransport } from './node/stream-transport.ts';

/**
 * A process that speaks over its own input and output (K2), seen from both sides. Whatever else it
 * prints goes to its standard error: a stray line in its output is a message nobody can read.
 */

/** To a child made with pipes for both. Closing ends its input; ending the process is its owner's affair. */
export function childTransport(child: Pick<ChildProcess, 'stdin' | 'stdout'>): Transport {
  if (!child.stdin || !child.stdout)
    throw new Error('A child is spoken to through pipes: start it with stdio "pipe".');
  return streamTransport(child.stdout, child.stdin);
}

/** To whoever started this process. Once per process: it owns both streams from then on. */
export function ownTransport(): Transport {
  return streamTransport(stdin, stdout);
}
