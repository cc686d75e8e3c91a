import type { Flow, Melody, Trigger } from '@symphony/domain';

/** A melody with this flow and nothing else that matters. */
export const melodyOf = (flow: Flow, change: Partial<Melody> = {}): Melody => ({
  name: 'tidy',
  title: 'Tidy up',
  description: '',
  version: '1.0.0',
  tags: [],
  parameters: [],
  triggers: [] as readonly Trigger[],
  limits: { parallel: 4, timeoutMs: null, runs: 1, usd: null },
  permissions: { commands: true, agents: true },
  onError: 'halt',
  flow,
  ...change,
});

const text = { type: 'text' } as const;

/** Looks, lets an agent work, asks a person and looks again. */
export const TIDY: Flow = {
  nodes: [
    {
      id: 'look',
      kind: 'operator',
      operator: 'value',
      config: { value: 'dust' },
      outputs: [{ name: 'value', ...text }],
    },
    {
      id: 'sweep',
      kind: 'agent',
      work: { title: 'Sweep {{ look.value }}', description: 'Until it is gone: {{ floor }}.' },
      inputs: [{ name: 'found', ...text }],
    },
    { id: 'happy', kind: 'gate', question: 'Is it clean?', options: ['yes', 'no'] },
    {
      id: 'done',
      kind: 'operator',
      operator: 'value',
      config: { value: 'shine' },
      outputs: [{ name: 'value', ...text }],
    },
    { id: 'result', kind: 'output', result: 'result' },
  ],
  edges: [
    { kind: 'data', from: 'look', fromPort: 'value', to: 'sweep', toPort: 'found' },
    { kind: 'control', from: 'sweep', to: 'happy' },
    { kind: 'control', from: 'happy', to: 'done' },
    { kind: 'data', from: 'done', fromPort: 'value', to: 'result', toPort: 'value' },
  ],
};
