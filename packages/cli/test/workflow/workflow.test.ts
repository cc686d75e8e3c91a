import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { onStage, type Stage } from '../scenarios/stage.ts';
import { writeStandIn } from './stand-in.ts';

/** The real `symphony` in a repository that has nothing but a WORKFLOW.md (C22). */

interface Sent {
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly launched?: {
    readonly cwd: string;
    readonly args: readonly string[];
    readonly secret: string | null;
  };
}

interface Ground {
  readonly stage: Stage;
  readonly workspaces: string;
  write(front: string, body: string, root?: string): void;
  sent(): Sent[];
}

function groundOf(stage: Stage): Ground {
  const beside = (name: string): string => join(stage.path, '..', name);
  const [program, journal] = [beside('stand-in.cjs'), beside('journal.jsonl')];
  writeStandIn(program, journal);
  const text = (front: string, body: string, root: string): string => `---
tracker:
  kind: board
  provider:
    api_key: $TRACKER_KEY
polling:
  interval_ms: 200
workspace:
  root: ${root}
codex:
  command: ${program} app-server --flag "two words"
  approval_policy: never
  read_timeout_ms: 60000
  stall_timeout_ms: 0
${front}---

${body}
`;
  return {
    stage,
    workspaces: beside('workspaces'),
    write: (front, body, root = '.symphony/chambers') =>
      writeFileSync(join(stage.path, 'WORKFLOW.md'), text(front, body, root)),
    sent: () =>
      existsSync(journal)
        ? readFileSync(journal, 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
        : [],
  };
}

const textOf = (params: Sent['params']): string =>
  String((params?.input as readonly { readonly text: string }[] | undefined)?.[0]?.text);

const onGround = (play: (ground: Ground) => Promise<void>): Promise<void> =>
  onStage({ config: null }, (stage) => play(groundOf(stage)));

process.env.TRACKER_KEY = 'planted-tracker-key-5f0c';

describe('C22 a repository with a WORKFLOW.md', () => {
  test.concurrent('svc-A1 svc-A2 svc-A4 svc-S2 plays its issues in workspaces its hook fills, with its own command and words', () =>
    onGround(async ({ stage, workspaces, write, sent }) => {
      write(
        `hooks:
  after_create: |
    git clone --quiet ${stage.path} . && git config user.name a && git config user.email a@b
  after_run: pwd > ../after-run
`,
        `Work on {{ issue.identifier }}: {{ issue.title }} ({{ issue.labels | join: ", " }}){% if attempt %} again {{ attempt }}{% endif %}.

RUN: sed -i 's/^state: .*/state: Done/' ${stage.path}/.symphony/board/*.md`,
        '../workspaces',
      );
      stage.board.write('FLOW-1', { title: 'Say hello', labels: ['Agent'] });
      const ended = await stage.playToTheEnd();
      expect(ended.code).toBe(0);

      const [launch] = sent();
      // svc-A1 svc-S2 svc-S8: by a shell, word for word, in the workspace, without the tracker's key.
      expect(launch?.launched).toEqual({
        cwd: join(stage.path, '..', 'workspaces', 'FLOW-1'),
        args: ['app-server', '--flag', 'two words'],
        secret: null,
      });
      const start = sent().find(({ method }) => method === 'thread/start');
      expect(start?.params).toMatchObject({ cwd: launch?.launched?.cwd, approvalPolicy: 'never' });
      const turns = sent().filter(({ method }) => method === 'turn/start');
      expect(turns).toHaveLength(1);
      expect(JSON.stringify(turns[0]?.params?.input)).toContain('Work on FLOW-1: Say hello (agent).');
      // svc-C2: the agent moved it to a finished state, so its workspace goes.
      await stage.until('the workspace is gone', () => !existsSync(join(workspaces, 'FLOW-1')));
      expect(stage.events.of('handoff-made')).toEqual([]);

      const log = readFileSync(join(stage.path, '.symphony', 'run', 'log', 'symphony.log'), 'utf8');
      expect(log).toMatch(/ level=info event=turn-started issue_id=\S+ issue_identifier=FLOW-1/);
      expect(log).toMatch(/ issue_identifier=FLOW-1 session_id=thread-\d+-1 /);
      expect(log).not.toContain('planted-tracker-key');
    }));

  test.concurrent('svc-R2 strict: an issue that stays active is gone on with, turn by turn and run by run', () =>
    onGround(async ({ stage, write, sent }) => {
      write('agent:\n  max_turns: 2\nstrict: true\n', 'Attempt {{ attempt }} of {{ issue.identifier }}');
      stage.board.write('FLOW-1', { title: 'Never done' });
      const playing = await stage.play();
      const prompts = () =>
        sent().flatMap(({ method, params }) =>
          method === 'turn/start' ? [textOf(params).split('\n')[0]] : [],
        );
      await stage.until('a second run has had its turns', () => prompts().length >= 4);
      expect(prompts().slice(0, 4)).toEqual([
        'Attempt  of FLOW-1',
        'You ended your turn, and the issue is still active on the tracker.',
        'Attempt 1 of FLOW-1',
        'You ended your turn, and the issue is still active on the tracker.',
      ]);
      expect(stage.events.of('item-moved', 'FLOW-1').some(({ to }) => to === 'needs_human')).toBe(false);
      playing.kill('SIGTERM');
      expect((await playing.ended).code).toBe(0);
      stage.kept = ['FLOW-1'];
    }));

  test.concurrent('svc-O2 svc-C4 finished issues lose their workspaces before anything starts; what is not ours stays', () =>
    onGround(async ({ stage, workspaces, write }) => {
      write(
        `hooks:
  after_create: test -e ../swept
  before_remove: sleep 1; touch ../swept
`,
        `RUN: sed -i 's/^state: .*/state: Done/' ${stage.path}/.symphony/board/*.md`,
        '../workspaces',
      );
      const records = join(stage.path, '.symphony', 'folders');
      for (const folder of [records, join(workspaces, 'FLOW-1'), join(workspaces, 'FLOW-3')])
        mkdirSync(folder, { recursive: true });
      const record = { key: 'FLOW-1', path: join(workspaces, 'FLOW-1'), item: 'FLOW-1', made: true };
      writeFileSync(join(records, 'FLOW-1.json'), JSON.stringify(record));
      for (const id of ['FLOW-1', 'FLOW-3']) stage.board.write(id, { title: 'Over', state: 'Done' });
      stage.board.write('FLOW-2', { title: 'To do' });
      expect((await stage.playToTheEnd()).code).toBe(0);
      // Its hook fails where the sweep is not over.
      expect(stage.events.of('run-started', 'FLOW-2')).toHaveLength(1);
      expect(readdirSync(workspaces)).toEqual(['FLOW-3', 'swept']);
    }));

  test.concurrent('svc-W6 svc-W7 is read again while it runs; a broken edit is told and starts nothing', () =>
    onGround(async ({ stage, write, sent }) => {
      write('', 'First {{ issue.identifier }}');
      await stage.play();
      write('agent:\n  max_turns: none\n', 'Broken');
      await stage.until('the mistake is told', () =>
        stage.events.of('settings-rejected').some(({ message }) => message.includes('agent.max_turns')),
      );
      stage.board.write('FLOW-1', { title: 'Waits' });
      await stage.until('the item is seen', () => stage.events.of('item-seen').length > 0);
      const { refusedBy } = await stage.explain('FLOW-1').then((view) => ({
        refusedBy: view.checks.find(({ ok }) => !ok)?.name,
      }));
      expect(refusedBy).toBe('configuration');
      write('agent:\n  max_turns: 1\n', 'Second {{ issue.identifier }}');
      await stage.reached('FLOW-1', 'needs_human');
      const turn = sent().find(({ method }) => method === 'turn/start');
      expect(JSON.stringify(turn)).toContain('Second FLOW-1');
      stage.kept = ['FLOW-1'];
    }));
});

describe('svc-B8 the command line', () => {
  test.concurrent('a positional path, a port and a folder for logs', () =>
    onGround(async ({ stage, write }) => {
      write('', 'x');
      const playing = stage.begin('WORKFLOW.md', '--port', '0', '--logs-root', '../logs');
      const log = join(stage.path, '..', 'logs', 'log', 'symphony.log');
      await stage.until('it runs', () => existsSync(log) && /http:\/\/127\.0\.0\.1:\d+/.test(playing.said()));
      playing.kill('SIGTERM');
      expect((await playing.ended).code).toBe(0);
      expect(readFileSync(log, 'utf8')).toContain('event=conductor-started');
    }));

  test.concurrent('a file that is not there, and one that cannot be used: one sentence, and code 1', () =>
    onGround(async ({ stage }) => {
      const missing = await stage.symphony('nowhere/WORKFLOW.md');
      expect([missing.code, missing.err]).toEqual([
        1,
        expect.stringMatching(/^symphony: missing_workflow_file: /),
      ]);
      writeFileSync(join(stage.path, 'WORKFLOW.md'), '---\ntracker:\n  kind: jira\n---\n');
      const unfit = await stage.symphony('WORKFLOW.md');
      expect([unfit.code, unfit.err]).toEqual([1, expect.stringContaining('unsupported_tracker_kind')]);
      expect(unfit.err).not.toContain('    at ');
      expect(readdirSync(stage.path)).not.toContain('log');
    }));

  test.concurrent('without arguments ./WORKFLOW.md is run', () =>
    onGround(async ({ stage, write }) => {
      write('', 'x');
      const playing = stage.begin();
      await stage.until('it runs', () => stage.events.of('conductor-started').length > 0);
      playing.kill('SIGTERM');
      expect((await playing.ended).code).toBe(0);
    }));
});
