import type { Entry, LogEvent, Melody, Trigger } from '@symphony/domain';
import type { Occasion, Occur } from '../../../src/melody/triggers/source.ts';

/** A melody that waits for these things and does next to nothing. */
export const melody = (name: string, ...triggers: readonly Trigger[]): Melody => ({
  name,
  title: name,
  description: '',
  version: '1.0.0',
  tags: [],
  parameters: [],
  triggers,
  limits: { parallel: 1, timeoutMs: null, runs: 1, usd: null },
  permissions: { commands: false, agents: false },
  onError: 'halt',
  flow: { nodes: [{ kind: 'operator', id: 'only', operator: 'value', config: { value: 1 } }], edges: [] },
});

let seq = 0;

export const entry = (event: LogEvent): Entry => {
  seq += 1;
  return { seq, at: seq, event };
};

/** Keeps what occurred; everything is let through. */
export function listener(): { readonly heard: Occasion[]; readonly occur: Occur } {
  const heard: Occasion[] = [];
  return { heard, occur: (occasion) => heard.push(occasion) > 0 };
}
