import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onStage, type Stage } from './stage.ts';

/** A melody of the repository. */
function melody(stage: Stage, name: string, text: string): void {
  const folder = join(stage.path, '.symphony', 'melodies');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.yaml`), `name: ${name}\ntitle: ${name}\nversion: "1.0.0"\n${text}`);
}

const ended = (stage: Stage, melodyName: string): string | undefined => {
  const runs = stage.events.of('melody-started').filter((each) => each.melody.name === melodyName);
  const last = runs.at(-1)?.run;
  const moves = stage.events.of('flow-changed').filter(({ run }) => run === last);
  return moves.flatMap(({ change }) => (change.kind === 'flow' ? [change.to] : [])).at(-1);
};

const completed = (stage: Stage): string[] =>
  stage.events
    .of('flow-changed')
    .flatMap(({ change }) => (change.kind === 'node' && change.to === 'completed' ? [change.node] : []));

const MARK = (name: string) => `
steps:
  - id: mark
    operator: value
    with: { value: ${name} }
`;

test.concurrent('P7 melodies start by an item, a file, a branch and each other', () =>
  onStage({}, async (stage) => {
    melody(stage, 'on-item', `triggers:\n  - on: item\n    label: polish\n${MARK('item')}`);
    melody(stage, 'on-files', `triggers:\n  - on: files\n    paths: ["notes/**"]\n${MARK('files')}`);
    melody(stage, 'on-branch', `triggers:\n  - on: git\n    branch: main\n${MARK('git')}`);
    melody(
      stage,
      'on-end',
      `triggers:\n  - on: melody\n    melody: on-item\n    ended: completed\n${MARK('end')}`,
    );
    await stage.play('--rehearse');
    stage.board.write('S-1', {
      labels: ['polish'],
      rehearsal: [{ write: { path: 'a.txt', text: 'a' } }, { commit: 'A' }],
    });
    await stage.until('the melody of the item is done', () => ended(stage, 'on-item') === 'completed');
    await stage.until('the melody behind it is done', () => ended(stage, 'on-end') === 'completed');
    // The train moved the branch.
    await stage.until('the melody of the branch is done', () => ended(stage, 'on-branch') === 'completed');
    await stage.until('its chamber is gone', () => stage.events.of('chamber-removed').length === 1);
    mkdirSync(join(stage.path, 'notes'), { recursive: true });
    writeFileSync(join(stage.path, 'notes', 'one.md'), 'one');
    await stage.until('the melody of the files is done', () => ended(stage, 'on-files') === 'completed');
    expect(stage.events.of('melody-started').filter((each) => each.melody.name === 'on-item')).toHaveLength(
      1,
    );
  }));

test.concurrent('P7 B4 a webhook starts a melody with the token of the installation, and not without', () =>
  onStage({ config: { webhooks: { port: 0 } } }, async (stage) => {
    melody(
      stage,
      'hooked',
      `parameters:\n  ref: { type: text }\ntriggers:\n  - on: webhook\n    hook: push\n    parameters: { ref: "{{ body.ref }}" }\n${MARK('hook')}`,
    );
    const playing = await stage.play('--rehearse');
    const url = await stage.until('the address of the hooks is told', () => {
      const found = /heard at (http:\/\/127\.0\.0\.1:\d+)/.exec(playing.said());
      return found?.[1] ?? false;
    });
    const call = (headers: Record<string, string>) =>
      fetch(`${url}/hooks/push`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ ref: 'main' }),
      });
    expect((await call({})).status).toBe(401);
    const token = readFileSync(join(stage.path, '.symphony', 'run', 'token'), 'utf8').trim();
    expect((await call({ authorization: `Bearer ${token}` })).status).toBe(202);
    await stage.until('the melody is done', () => ended(stage, 'hooked') === 'completed');
    expect(stage.events.of('melody-started')[0]?.parameters).toMatchObject({ ref: 'main' });
    expect(JSON.stringify(stage.events.all())).not.toContain(token);
  }));

test.concurrent('P8 P2 killed in the middle of a step: what was done stays done, the rest is played, the answer is the same', () =>
  onStage({}, async (stage) => {
    const gate = stage.gate('command');
    melody(
      stage,
      'steps',
      `steps:
  - id: first
    run: echo one
  - id: second
    needs: [first]
    run: ${JSON.stringify(`${gate.step.run}; echo two`)}
  - id: sure
    needs: [second]
    ask: Go on?
    options: [yes, no]
  - id: third
    needs: [sure]
    when: answer == 'yes'
    run: echo three
  - id: out
    result: said
    from: "{{ third.output }}"
`,
    );
    const first = stage.begin('melody', 'run', 'steps', '--rehearse');
    await stage.until('the second step runs', () =>
      stage.events
        .of('flow-changed')
        .some(({ change }) => change.kind === 'node' && change.node === 'second' && change.to === 'running'),
    );
    first.kill('SIGKILL');
    await first.ended;
    gate.open();
    expect(await stage.symphony('run', '--rehearse', '--exit-when-idle')).toMatchObject({ code: 0 });
    expect(completed(stage)).toEqual(['first', 'second']);
    const { out } = await stage.symphony('inbox', '--json');
    const [question] = JSON.parse(out).questions;
    expect(question).toMatchObject({ question: { text: 'Go on?', choices: ['yes', 'no'] } });
    expect(await stage.symphony('answer', question.item, 'yes')).toMatchObject({ code: 0 });
    expect(await stage.symphony('run', '--rehearse', '--exit-when-idle')).toMatchObject({ code: 0 });
    expect(completed(stage)).toEqual(['first', 'second', 'sure', 'third', 'out']);
    const run = JSON.parse((await stage.symphony('melody', 'status', question.item, '--json')).out);
    expect(run).toMatchObject({ state: 'completed', results: { said: 'three\n' } });
  }));

test.concurrent('P8 pause, resume and stop take effect within 100 ms of the command', () =>
  onStage({}, async (stage) => {
    const gate = stage.gate('long');
    melody(
      stage,
      'long',
      `steps:\n  - id: wait\n    run: ${JSON.stringify(gate.step.run)}\n  - id: after\n    needs: [wait]\n    run: echo after\n`,
    );
    await stage.play('--rehearse');
    const { out } = await stage.symphony('melody', 'run', 'long', '--json');
    const { run } = JSON.parse(out) as { run: string };
    await stage.until('it runs', () => ended(stage, 'long') === 'running');
    for (const [act, state] of [
      ['pause', 'paused'],
      ['resume', 'running'],
      ['stop', 'cancelled'],
    ] as const) {
      expect(await stage.symphony('melody', act, run)).toMatchObject({ code: 0 });
      await stage.until(`it is ${state}`, () => ended(stage, 'long') === state);
      const name = act === 'stop' ? 'cancel' : act;
      const asked = stage.events.of('operator-commanded').findLast((each) => each.command.includes('melody'));
      const moved = stage.events
        .of('flow-changed')
        .findLast(({ change }) => change.kind === 'flow' && change.to === state);
      expect(Date.parse(moved?.at ?? '') - Date.parse(asked?.at ?? ''), name).toBeLessThanOrEqual(100);
    }
  }));

test.concurrent('B1 C20 attach watches across a restart of the conductor and misses nothing', () =>
  onStage({}, async (stage) => {
    const first = await stage.play('--rehearse');
    const watching = stage.begin('attach', '--json', '--after', '0');
    await stage.until('it watches', () => watching.said().includes('conductor-started'));
    first.kill('SIGKILL');
    await first.ended;
    await stage.play('--rehearse');
    stage.board.write('S-1', { rehearsal: [{ write: { path: 'a.txt', text: 'a' } }, { commit: 'A' }] });
    await stage.until('S-1 is merged', () => stage.events.of('chamber-removed').length === 1);
    await stage.until('the end is seen', () => watching.said().includes('chamber-removed'));
    watching.kill('SIGINT');
    const { out } = await watching.ended;
    const seen = out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { seq: number }).seq);
    expect(seen).toEqual(seen.map((_, at) => at + 1));
  }));
