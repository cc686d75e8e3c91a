import { afterEach, describe, test } from 'vitest';
import { hangs, isCancelled, isKilled, isStopped } from './scenario/ending-cases.ts';
import { endsWithoutResult, saysGarbage, saysHugeLine } from './scenario/fake-cases.ts';
import { SCENARIOS, type ScenarioHall, type ScenarioName, type ScenarioOptions } from './scenario/hall.ts';
import { isResumed, reportsUsage, reportsUsageAfterResume } from './scenario/memory-cases.ts';
import {
  commits,
  commitsNothing,
  failsWithTheProvider,
  hasInvalidKey,
  isLimited,
  reachesUsageLimit,
  takesSeveralTurns,
} from './scenario/outcome-cases.ts';
import { asksAndIsAllowed, asksAndIsDenied } from './scenario/permission-cases.ts';
import { type Case, Scene } from './scenario/scene.ts';
import { openStage, type Stage } from './scenario/stage.ts';

export type {
  FakeKind,
  ScenarioChange,
  ScenarioHall,
  ScenarioName,
  ScenarioOptions,
} from './scenario/hall.ts';
export { openStage, type Stage } from './scenario/stage.ts';

const CASES: Readonly<Record<ScenarioName, Case>> = {
  commit: commits,
  'no commits': commitsNothing,
  'several turns': takesSeveralTurns,
  'error 500': failsWithTheProvider,
  'error 429': isLimited,
  'usage limit': reachesUsageLimit,
  'invalid key': hasInvalidKey,
  killed: isKilled,
  hang: hangs,
  cancel: isCancelled,
  stop: isStopped,
  resume: isResumed,
  'permission allowed': asksAndIsAllowed,
  'permission denied': asksAndIsDenied,
  usage: reportsUsage,
  'usage after resume': reportsUsageAfterResume,
  'huge line': saysHugeLine,
  'garbage line': saysGarbage,
  'no result': endsWithoutResult,
};

/** These need no agent: a program stands in its place. */
const WITHOUT_AGENT: readonly ScenarioName[] = ['huge line', 'garbage line', 'no result'];

/**
 * Whole stories, played by a real agent with a scripted model, the same for every agent: what its own
 * protocol says about them differs, what Symphony hears must not.
 */
export function scenarioContract(
  name: string,
  open: (stage: Stage) => Promise<ScenarioHall>,
  options: ScenarioOptions = {},
): void {
  describe(`agent scenarios: ${name}`, () => {
    let close: () => Promise<void> = async () => undefined;
    afterEach(() => close());

    test.for(SCENARIOS)('%s', { timeout: options.timeoutMs ?? 60_000 }, async (scenario, { skip }) => {
      const reason = options.skip?.[scenario] ?? (WITHOUT_AGENT.includes(scenario) ? null : options.absent);
      if (reason) skip(reason);
      const stage = await openStage();
      close = () => stage.close();
      const scene = new Scene(stage, await open(stage), options, skip);
      close = () => scene.close();
      await CASES[scenario](scene);
    });
  });
}
