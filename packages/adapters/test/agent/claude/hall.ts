import type { AgentPort, AgentStart } from '@symphony/domain';
import {
  type FakeKind,
  type ScenarioHall,
  type Stage,
  type Step,
  scriptText,
  trackedItem,
} from '@symphony/testkit';
import { openClaude } from '../../../src/agent/claude/index.ts';
import { endRun, findMarked } from '../../../src/process/index.ts';

/** Claude Code on a stage, with the scripted model behind it. */
export class ClaudeHall implements ScenarioHall {
  readonly port: AgentPort;
  readonly #stage: Stage;
  readonly #program: string;

  constructor(stage: Stage, program: string) {
    this.#stage = stage;
    this.#program = program;
    this.port = this.reopen();
  }

  reopen(): AgentPort {
    return openClaude({ instance: this.#stage.instance });
  }

  request(steps: readonly Step[], change: Partial<AgentStart> = {}): AgentStart {
    const { repository, server, env } = this.#stage;
    return {
      run: 'run-1',
      item: trackedItem('item-1'),
      attempt: 1,
      player: { agent: 'claude', slots: null, stallTimeoutMs: null, model: null, command: this.#program },
      cwd: repository.path,
      env: {
        ...env,
        ANTHROPIC_API_KEY: 'test-key',
        ANTHROPIC_BASE_URL: server.base(),
        CLAUDE_CODE_MAX_RETRIES: '1',
        ...change.env,
      },
      prompt: scriptText(steps),
      resume: null,
      ...omitEnv(change),
    };
  }

  async fake(kind: FakeKind, change: { readonly run: string }): Promise<AgentStart> {
    return this.withProgram(FAKES[kind], change);
  }

  /** A start with a program in Claude Code's place: it runs `play` once it has read a user's line. */
  async withProgram(play: string, change: Partial<AgentStart> = {}): Promise<AgentStart> {
    const command = await this.#stage.program('claude', `#!/usr/bin/env node\n${PRELUDE}\n${play}\n`);
    const request = this.request([], change);
    return { ...request, player: { ...request.player, command } };
  }

  async living(run: string): Promise<readonly number[]> {
    const marked = await findMarked(this.#stage.instance);
    return marked.filter(({ marker }) => marker.run === run).map(({ pid }) => pid);
  }

  async close(): Promise<void> {
    for (const { marker } of await findMarked(this.#stage.instance)) await endRun(marker);
  }
}

const omitEnv = ({ env: _, ...rest }: Partial<AgentStart>): Partial<AgentStart> => rest;

/** What every stand-in needs: saying lines, and hearing those that are said to it. */
const PRELUDE = `
const say = (line) => process.stdout.write(JSON.stringify(line) + '\\n');
const heard = [];
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  heard.push(message);
  if (message.type === 'user') turn(message);
  if (message.type === 'control_response') answered(message.response);
});
var answered = () => undefined;
const open = () => say({ type: 'system', subtype: 'init', session_id: 'fake-session', cwd: process.cwd() });
const speak = (text) => say({ type: 'assistant', message: { id: 'm1', content: [{ type: 'text', text }] } });
const finish = () => say({ type: 'result', subtype: 'success', is_error: false, result: 'done' });
`;

const FAKES: Readonly<Record<FakeKind, string>> = {
  'huge-line': `function turn() { open(); speak('x'.repeat(10_000_000)); finish(); }`,
  'garbage-line': `function turn() { open(); process.stdout.write('Warning: not JSON\\n'); finish(); }`,
  'no-result': `function turn() { open(); speak('I leave'); setTimeout(() => process.exit(3), 100); }`,
};
