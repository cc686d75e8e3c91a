import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They keep nothing between two tests, so one process may run all of them; starting one for each takes longer than they do. */
const PURE = ['domain', 'protocol', 'pit', 'runtime'].map((name) => `packages/${name}/test/**/*.test.ts`);
const UNITS = 'packages/web/test/unit/**/*.test.ts';

/** What takes longest begins first: begun last, it would keep one core busy and the other waiting. */
const LONGEST = [
  'cli/test/crash/',
  'adapters/test/agent/codex/scenarios',
  'adapters/test/agent/claude/contract',
  'server/test/player/scenarios',
  'conductor/test/mission/histories',
  'web/test/chat',
  'adapters/test/agent/acp/scenarios',
  'adapters/test/model/contract',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((part) => moduleId.includes(part));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

// Real git and real processes on two cores: generous limits, one retry never (a flaky test is a defect). Three at a
// time, because most of them wait for processes most of the time.
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // A test never plays with an agent that happens to be installed and logged in here.
    env: { SYMPHONY_DETECT: 'off' },
    projects: [
      { extends: true, test: { name: 'pure', include: [...PURE, UNITS], isolate: false } },
      {
        extends: true,
        test: {
          name: 'real',
          include: ['*.test.ts', 'packages/*/test/**/*.test.ts'],
          exclude: [...PURE, UNITS],
        },
      },
    ],
  },
});
