import type { Deviation, MissionPlan, Settings, Severity } from '@symphony/domain';
import { SETTINGS } from '@symphony/testkit';
import { missionView } from '../../src/index.ts';
import { World } from '../world.ts';

export { missionPlan as planOf, missionWorker as worker } from '@symphony/testkit';

export const deviation = (severity: Severity, change: Partial<Deviation> = {}): Deviation => ({
  severity,
  expected: 'a table',
  discovered: 'a tree',
  action: 'went on',
  reasoning: 'it is there',
  impact: 'small',
  ...change,
});

/** A world in which one mission is played, without trouble unless it is asked for. */
export class MissionWorld extends World {
  readonly id: string;
  /** What each part does before its first turn ends; nothing is the usual. */
  readonly before = new Map<string, (run: string) => void>();
  readonly #acted = new Set<string>();

  constructor(
    plan: MissionPlan,
    {
      seed = 1,
      slots = 8,
      mode = 'auto' as 'auto' | 'review',
      approved = true,
      handoff = {} as Partial<Settings['handoff']>,
    } = {},
  ) {
    super(
      [],
      {
        ...SETTINGS,
        slots: { ...SETTINGS.slots, total: slots },
        handoff: { ...SETTINGS.handoff, mode, ...handoff },
      },
      seed,
    );
    this.id = plan.name;
    this.command({ name: 'mission-start', plan, approved, by: 'ada' });
  }

  get mission() {
    const mission = this.state.missions.get(this.id);
    if (!mission) throw new Error(`no mission ${this.id}`);
    return mission;
  }

  get view() {
    return missionView(this.state, this.mission);
  }

  /** Plays until nothing moves by itself, or `until` holds. */
  play(until: () => boolean = () => false): this {
    for (let step = 0; step < 5_000 && !until(); step += 1) {
      const effect = this.pending.shift();
      if (effect) this.answer(effect, 0);
      else if (!this.#letOneAct()) break;
    }
    return this;
  }

  #letOneAct(): boolean {
    for (const [run, item] of this.agents) {
      const current = this.state.items.get(item)?.run;
      if (current?.id !== run || current.phase !== 'turn') continue;
      if (!this.#acted.has(item)) {
        this.#acted.add(item);
        this.before.get(item)?.(run);
      }
      this.act(run, item, 0);
      return true;
    }
    return false;
  }

  record(item: string, run: string, found: Deviation): void {
    this.say({ type: 'tool-called', item, run, report: { kind: 'deviation', deviation: found } });
  }

  answerMission(question: string | null, text: string): void {
    this.command({ name: 'mission', mission: this.id, act: { kind: 'answer', question, text }, by: 'ada' });
  }

  /** Every merge record adds up (M9). */
  get accounts(): boolean {
    return this.mission.merges.every(
      ({ queued, merged, left }) =>
        queued.length === merged.length + left.length && left.every(({ reason }) => reason !== ''),
    );
  }
}
