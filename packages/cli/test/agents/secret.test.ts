import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { concert, KEYS } from './concert.ts';

const PLANTED = {
  ...KEYS,
  GITHUB_TOKEN: 'ghx-planted-token-of-the-conductor-77aa',
  DEPLOY_SECRET: 'planted-deploy-secret-5e2b',
} as const;
/** Not secret: shows that what an agent printed is found where it is looked for. */
const CANARY = 'canary-4f8e1d';

/** Files below the folder that hold these bytes. */
function holding(folder: string, words: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .filter((path) => readFileSync(path).includes(words));
}

for (const [agent, own, foreign] of [
  ['claude', 'ANTHROPIC_API_KEY', 'LAB_KEY'],
  ['codex', 'LAB_KEY', 'ANTHROPIC_API_KEY'],
] as const)
  concert(
    `secrets ${agent}: an agent has its own keys and no others, and what it prints of them is kept nowhere`,
    {
      agents: [agent],
      env: { GITHUB_TOKEN: PLANTED.GITHUB_TOKEN, DEPLOY_SECRET: PLANTED.DEPLOY_SECRET },
      fast: { env: { HIRED_WITH: '$DEPLOY_SECRET' } },
      second: { env: { LAB_KEY: '$LAB_KEY', HIRED_WITH: '$DEPLOY_SECRET' } },
    },
    async ({ stage, ask }) => {
      ask('S-1', [
        {
          run: `echo ${CANARY}; echo "own: $${own}"; echo "hired: $HIRED_WITH"; echo "tools: $SYMPHONY_TOOLS_TOKEN"`,
        },
        { run: 'env' },
        { run: 'env | cut -d= -f1 | sort > names.txt && git add -A && git commit -qm Names' },
      ]);
      const { code, out, err } = await stage.playToTheEnd('--json');
      expect(code).toBe(0);

      const names = (await stage.repository.read('names.txt', 'main')).split('\n');
      expect(names).toEqual(expect.arrayContaining([own, 'HIRED_WITH', 'SYMPHONY_TOOLS_TOKEN']));
      expect(names).not.toContain('GITHUB_TOKEN');
      expect(names).not.toContain('DEPLOY_SECRET');
      expect(names).not.toContain(foreign);

      const printed = stage.events.of('agent-reported', 'S-1').map(({ event }) => JSON.stringify(event));
      const kept = printed.find((each) => each.includes('tool-ended') && each.includes(CANARY));
      expect(kept).toMatch(/own: \[hidden\].*hired: \[hidden\].*tools: \[hidden\]/);

      const folder = join(stage.path, '.symphony');
      const log = await stage.symphony('events', '--json');
      const logs = await stage.symphony('logs', 'S-1');
      expect(holding(folder, CANARY).length).toBeGreaterThan(2); // the log, its mirror, the transcript
      for (const [name, value] of Object.entries(PLANTED)) {
        expect(holding(folder, value), name).toEqual([]);
        expect(`${out}${err}${log.out}${logs.out}`, name).not.toContain(value);
      }
    },
  );
