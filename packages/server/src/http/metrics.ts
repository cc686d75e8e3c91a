import { MISSION_STEPS, STATES, type StatusView } from '@symphony/domain';
import type { ConductorClient } from '@symphony/protocol';
import type { Registry } from 'prom-client';

/** What a Prometheus scrapes. Loaded with the first scrape; every number is read from the status. */
export function metricsOf(
  client: Pick<ConductorClient, 'status'>,
): () => Promise<{ readonly text: string; readonly contentType: string }> {
  let loading: Promise<Board> | null = null;
  return async () => {
    loading ??= openBoard();
    const { registry, show } = await loading;
    show(await client.status());
    return { text: await registry.metrics(), contentType: registry.contentType };
  };
}

interface Board {
  readonly registry: Registry;
  readonly show: (status: StatusView) => void;
}

/** In a registry of its own: others in this process may have theirs. */
async function openBoard(): Promise<Board> {
  const { collectDefaultMetrics, Counter, Gauge, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string) => new Gauge({ name: `symphony_${name}`, help, registers });
  const counter = (name: string, help: string) => {
    const made = new Counter({ name: `symphony_${name}`, help, registers });
    return (value: number) => {
      made.reset();
      made.inc(value);
    };
  };
  const items = new Gauge({
    name: 'symphony_items',
    help: 'Items by state.',
    labelNames: ['state'],
    registers,
  });
  const missions = new Gauge({
    name: 'symphony_missions',
    help: 'Missions by step.',
    labelNames: ['step'],
    registers,
  });
  const deviations = gauge('deviations_open', 'Deviations of missions that wait for a decision.');
  const collisions = gauge('collisions', 'Pairs of chambers that touch the same files.');
  const live = gauge('runs_live', 'Agents at work.');
  const slots = gauge('slots', 'Agents that may be at work at the same time.');
  const inbox = gauge('inbox_questions', 'Questions that wait for a person.');
  const train = gauge('train_queue', 'Items that wait to be merged.');
  const today = gauge('spend_today_usd', 'Known cost of this UTC day.');
  const spend = counter('spend_usd_total', 'Known cost of everything.');
  const read = counter('input_tokens_total', 'Tokens that models read.');
  const written = counter('output_tokens_total', 'Tokens that models wrote.');
  const entries = counter('entries_recorded_total', 'Entries of the log.');
  return {
    registry,
    show(status) {
      for (const state of STATES)
        items.set({ state }, status.items.filter((item) => item.state === state).length);
      for (const step of MISSION_STEPS)
        missions.set({ step }, status.missions.filter((mission) => mission.step === step).length);
      deviations.set(status.missions.reduce((sum, mission) => sum + mission.deviations.open, 0));
      collisions.set(status.collisions.length);
      live.set(status.items.filter((item) => item.run !== null).length);
      slots.set(status.slots.total);
      inbox.set(status.inbox.length);
      train.set(status.train.queue.length);
      today.set(status.spend.today.usd);
      spend(status.spend.total.usd);
      read(status.spend.total.inputTokens);
      written(status.spend.total.outputTokens);
      entries(status.seq);
    },
  };
}
