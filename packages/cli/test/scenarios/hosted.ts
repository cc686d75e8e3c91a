import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
import { type Config, onStage, type Stage } from './stage.ts';
import { HOOK_SECRET, quiet, tell } from './told-by-webhook.ts';

const run = promisify(execFile);

// Scenarios inherit the environment; the name says that it is nobody's real one.
process.env.SYMPHONY_TEST_TOKEN = TEST_TOKEN;

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

  /** GitHub tells something. */
  tell(event: string, payload: object): Promise<void> {
    const repository = { full_name: 'acme/app' };
    const delivery = signedDelivery(HOOK_SECRET, event, { ...payload, repository });
    return tell(this.stage, 'github', delivery);
  }

  quiet(): Promise<void> {
    return quiet(this.stage, () => this.server.requests.length);
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
      // Nothing that was pushed is ever taken back.
      await run('git', ['-C', remote, 'config', 'receive.denyNonFastForwards', 'true']);
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
