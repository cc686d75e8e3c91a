import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * They change nothing of their process, so one process may run all of them: starting one for each and loading half of
 * the sources into it takes longer than most of them do. A test that sets a variable, changes the folder, counts
 * memory or replaces something global belongs elsewhere.
 */
const TIDY = [
  ...['domain', 'protocol', 'pit', 'runtime', 'conductor'].map((name) => `packages/${name}/test`),
  'packages/web/test/unit',
  ...[
    'artifacts',
    'clean',
    'config',
    'dag',
    'init',
    'lab',
    'learning',
    'melody',
    'notify',
    'prompts',
    'webhook',
    'workflow',
  ].map((name) => `packages/server/test/${name}`),
  ...[
    'advice',
    'artifact',
    'cabinet',
    'github',
    'journal',
    'melody',
    'mission',
    'price',
    'role',
    'stale',
    'tracker',
  ].map((name) => `packages/adapters/test/${name}`),
].map((folder) => `${folder}/**/*.test.ts`);

/** What takes longest begins first: begun last, it would keep one core busy and the other waiting. */
const LONGEST = [
  'cli/test/crash/',
  'cli/test/chat/ask',
  'cli/test/start/sample-play',
  'cli/test/scenarios/github-issue',
  'web/test/mission',
  'web/test/chat',
  'adapters/test/agent/codex/scenarios',
  'cli/test/mission/mission.test',
  'cli/test/faults/damage',
  'cli/test/agents/',
  'cli/test/scenarios/mission',
  'cli/test/daemon/daemon',
  'web/test/harmony',
  'adapters/test/agent/claude/contract',
  'cli/test/faults/checkout',
  'web/test/item',
  'adapters/test/agent/codex/real',
  'server/test/player/scenarios',
  'cli/test/start/start',
  'adapters/test/code-host/local',
  'server/test/workbench-queries/bounds',
  'adapters/test/agent/acp/scenarios',
  'adapters/test/model/contract',
  'server/test/melody/built-in.test',
  'conductor/test/mission/histories',
  'runtime/test/router/clinc',
];

/**
 * The tidy ones follow all others, without a gap: their process is kept only while the next in line may use it too,
 * and many small pieces at the end leave no core idle.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const at = LONGEST.findIndex((part) => moduleId.includes(part));
      return (project.name === 'tidy' ? LONGEST.length + 1 : 0) + (at < 0 ? LONGEST.length : at);
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
    env: {
      // A test never plays with an agent that happens to be installed and logged in here.
      SYMPHONY_DETECT: 'off',
      // What one process has compiled, the next hundreds read: the place where Node keeps it for `symphony` too.
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
    },
    projects: [
      { extends: true, test: { name: 'tidy', include: TIDY, isolate: false } },
      {
        extends: true,
        test: {
          name: 'real',
          include: ['*.test.ts', 'packages/*/test/**/*.test.ts'],
          exclude: TIDY,
        },
      },
    ],
  },
});
