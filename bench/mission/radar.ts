import { Radar } from '@symphony/adapters/survey/radar';
import type { Chamber, Sight } from '@symphony/domain';
import { type Repository, seeded } from '@symphony/testkit';
import { percentile } from '../statistics.ts';
import { GOALS } from './goals.ts';
import { FILES_A_FOLDER, fileAt, type Ground, openGround, textWith } from './ground.ts';
import type { MissionPart, Row } from './part.ts';

/** One change each in its turn, looked at by the radar and by merging with all others. */

interface Worker {
  readonly item: string;
  readonly chamber: Chamber;
  readonly within: Repository;
}

/** The goals are for so many chambers. */
const PROMISED = 100;
/** Files everybody likes to touch: an index, a list of routes, a changelog. */
const POPULAR = 20;

interface Figures {
  readonly ms: number[];
  readonly processes: number[];
}

export const radarPart: MissionPart = {
  name: 'radar',
  async measure(quick) {
    const [sizes, files, changes] = quick ? [[5, 15], 1_000, 20] : [[10, 30, 100], 5_000, 60];
    const ground = await openGround(files);
    try {
      const rows: Row[] = [];
      const workers: Worker[] = [];
      for (const size of sizes) {
        while (workers.length < size) workers.push(await hire(ground, `item-${workers.length}`));
        process.stderr.write(`  ${size} chambers …\n`);
        rows.push(...(await compare(ground, workers, files, changes, size === sizes.at(-1))));
      }
      return rows;
    } finally {
      await ground.repository.remove();
    }
  },
};

async function hire(ground: Ground, item: string): Promise<Worker> {
  const chamber = await ground.prepare(item);
  return { item, chamber, within: ground.repository.at(chamber.path) };
}

async function compare(
  ground: Ground,
  workers: readonly Worker[],
  files: number,
  changes: number,
  judged: boolean,
): Promise<Row[]> {
  const size = workers.length;
  const ours = ground.openSurvey(`radar-${size}`);
  const plain = ground.openSurvey(`plain-${size}`);
  const radar = new Radar(ours.survey);
  const sights = new Map<string, Sight | null>();
  for (const [at, worker] of workers.entries()) {
    await change(worker, at, files, seeded(at));
    await radar.look(worker.item, worker.chamber);
    sights.set(worker.item, await plain.survey.sight(worker.chamber));
  }
  const chance = seeded(size);
  const [byRadar, byForce]: [Figures, Figures] = [figures(), figures()];
  const atRest: number[] = [];
  for (let round = 0; round < changes; round += 1) {
    const at = Math.floor(chance() * size);
    const worker = workers[at] as Worker;
    await change(worker, at, files, chance);
    const look = () => timed(byRadar, ours.started, () => radar.look(worker.item, worker.chamber));
    const force = () => timed(byForce, plain.started, () => mergeWithAll(plain.survey, sights, worker));
    // In turns, so that neither always finds the files warm.
    for (const way of round % 2 === 0 ? [look, force] : [force, look]) await way();
    const began = performance.now();
    await radar.look(worker.item, worker.chamber);
    atRest.push(performance.now() - began);
  }
  return rowsOf(size, byRadar, byForce, atRest, judged);
}

const figures = (): Figures => ({ ms: [], processes: [] });

async function timed(into: Figures, started: () => number, work: () => Promise<unknown>): Promise<void> {
  const [began, before] = [performance.now(), started()];
  await work();
  into.ms.push(performance.now() - began);
  into.processes.push(started() - before);
}

/** Without an index: the chamber that changed is merged with every other one. */
async function mergeWithAll(
  survey: ReturnType<Ground['openSurvey']>['survey'],
  sights: Map<string, Sight | null>,
  { item, chamber }: Worker,
): Promise<void> {
  const mine = await survey.sight(chamber);
  sights.set(item, mine);
  for (const [other, theirs] of sights)
    if (other !== item && mine && theirs) await survey.trial(mine, theirs);
}

async function change(
  { item, within }: Worker,
  at: number,
  files: number,
  chance: () => number,
): Promise<void> {
  const folders = files / FILES_A_FOLDER - 1;
  const own = FILES_A_FOLDER * (1 + (at % folders));
  const touched = Array.from({ length: 1 + Math.floor(chance() * 3) }, () =>
    chance() < 0.1 ? Math.floor(chance() * POPULAR) : own + Math.floor(chance() * FILES_A_FOLDER),
  );
  const text = () => textWith(Math.floor(chance() * 40), `${item} ${chance()}`);
  await within.write(Object.fromEntries(touched.map((file) => [fileAt(file), text()])));
  if (chance() < 1 / 3) await within.commit({}, 'Work');
}

function rowsOf(
  size: number,
  ours: Figures,
  force: Figures,
  atRest: readonly number[],
  judged: boolean,
): Row[] {
  const row = (what: string, of: keyof Figures, p: number, goal: Row['goal']): Row => ({
    what,
    size,
    ours: percentile(ours[of], p),
    peer: { name: 'all pairs', value: percentile(force[of], p) },
    goal: size >= PROMISED ? goal : null,
  });
  const rest = { name: 'a change', value: percentile(ours.ms, 0.5) };
  return [
    row('a change, median ms', 'ms', 0.5, GOALS.change),
    row('a change, p95 ms', 'ms', 0.95, null),
    row('git processes a change, median', 'processes', 0.5, GOALS.processes),
    row('git processes a change, p95', 'processes', 0.95, null),
    {
      what: 'no change, median ms',
      size,
      ours: percentile(atRest, 0.5),
      peer: rest,
      goal: judged ? GOALS.rest : null,
    },
  ];
}
