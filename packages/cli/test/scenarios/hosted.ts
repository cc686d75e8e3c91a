import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findWorkplace } from '@symphony/server';
import { signedDelivery } from '@symphony/testkit';
import {
  type GitHubServer,
  openGitHubServer,
  PullDesk,
  type StoredPull,
  TEST_TOKEN,
} from '@symphony/testkit/github-server';
import { expect } from 'vitest';
import { type Config, onStage, type Stage } from './stage.ts';

const run = promisify(execFile);
/** Long enough for a look that should not be. */
export const QUIET_MS = 1_000;

// Scenarios inherit the environment; the names say that they are nobody's real ones.
process.env.SYMPHONY_TEST_TOKEN = TEST_TOKEN;
export const HOOK_SECRET = 'planted-hook-secret-71c2e9';
process.env.SYMPHONY_TEST_HOOK = HOOK_SECRET;

/** Symphony looks once an hour, so it hears of things by webhook or not at all. */
export const BY_WEBHOOK: Config = {
  polling: { interval: '1h' },
  webhooks: { github: { secret: '$SYMPHONY_TEST_HOOK' } },
  http: { port: 0 },
};

/** A stage whose repository has a bare remote, and a stand-in for GitHub that knows its branches. */
export class Hosted {
  readonly stage: Stage;
  readonly server: GitHubServer;
  readonly desk: PullDesk;
  readonly remote: string;

  constructor(stage: Stage, server: GitHubServer, remote: string) {
    this.stage = stage;
    this.server = server;
    this.desk = PullDesk.of(server.world);
    this.remote = remote;
  }

  configure(config: Config): void {
    const { provider } = this;
    this.stage.configure({ code_host: { kind: 'github', repository: 'acme/app', provider }, ...config });
  }

  /** How the stand-in is reached. */
  get provider(): Config {
    return { endpoint: this.server.url, token: '$SYMPHONY_TEST_TOKEN' };
  }

  git(...args: string[]): Promise<string> {
    return run('git', ['-C', this.remote, ...args]).then(({ stdout }) => stdout.trim());
  }

  /** The only pull request, once there is one. */
  pull(): Promise<StoredPull> {
    return this.stage.until('there is a pull request', () => this.desk.pulls[0] ?? false);
  }

  /** Waits until the pull request stands at another commit than `before`. */
  async newHead(pull: StoredPull, before: string): Promise<string> {
    return this.stage.until('the pull request moves', async () => {
      const head = await this.desk.headOf(pull);
      return head === before ? false : head;
    });
  }

  /** Waits until the stand-in was asked this. */
  async asked(what: RegExp): Promise<void> {
    await this.stage.until(`${what} is asked`, () => this.server.requests.some((each) => what.test(each)));
  }

  /** GitHub tells something. Waits for the address of a Symphony that is just starting. */
  async tell(event: string, payload: object): Promise<void> {
    const repository = { full_name: 'acme/app' };
    const delivery = signedDelivery(HOOK_SECRET, event, { ...payload, repository });
    await this.stage.until(`the webhook ${event} is heard`, async () => {
      const { url } = JSON.parse(readFileSync(join(this.stage.path, '.symphony/run/conductor.json'), 'utf8'));
      const call = fetch(`${url}/api/v1/webhooks/github`, { method: 'POST', ...delivery });
      const answer = await call.catch(() => null);
      if (answer === null) return false; // the address of the one that was killed
      expect(await answer.json()).toEqual({ result: 'heard' });
      return answer.status === 202;
    });
  }

  /** Waits until Symphony asks GitHub nothing any more: it looks several times while it starts. */
  async quiet(): Promise<void> {
    await this.stage.until('it looks no more', async () => {
      const before = this.server.requests.length;
      await sleep(QUIET_MS);
      return this.server.requests.length === before;
    });
  }

  async boardFile(item: string): Promise<string> {
    return readFileSync(join((await findWorkplace(this.stage.path)).board, `${item}.md`), 'utf8');
  }
}

export async function onHostedStage(
  config: Config,
  scenario: (hosted: Hosted) => Promise<void>,
): Promise<void> {
  const server = await openGitHubServer({ repositories: ['acme/app'] });
  try {
    await onStage({ listen: true, config: null }, async (stage) => {
      const remote = join(stage.path, '..', 'remote.git');
      await run('git', ['clone', '--quiet', '--bare', stage.path, remote]);
      await stage.repository.git('remote', 'add', 'origin', remote);
      const hosted = new Hosted(stage, server, remote);
      hosted.desk.connect('acme/app', remote);
      hosted.configure(config);
      await scenario(hosted);
    });
  } finally {
    await server.close();
  }
}
