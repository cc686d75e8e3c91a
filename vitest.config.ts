import { defineConfig } from 'vitest/config';

// Real git and real processes on two cores: generous limits, one retry never (a flaky test is a defect). Three at a
// time, because most of them wait for processes most of the time.
export default defineConfig({
  test: {
    include: ['*.test.ts', 'packages/*/test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
    pool: 'forks',
    // A test never plays with an agent that happens to be installed and logged in here.
    env: { SYMPHONY_DETECT: 'off' },
  },
});
