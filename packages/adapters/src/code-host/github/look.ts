import type { ProposalStanding } from '@symphony/domain';
import { commitOf } from '../local/revision.ts';
import { FailedChecks } from './failed-checks.ts';
import { OlderThreads } from './older-threads.ts';
import { type PullSight, SIGHT } from './pull-sight.ts';
import { fetchBranch } from './push.ts';
import { type HostGround, numberOf } from './settings.ts';
import { standingOf } from './standing.ts';
import type { Writers } from './writers.ts';
import { WrittenByApp } from './written-by-app.ts';

/** Pull requests of one question; GitHub counts what a question could answer with at most. */
const BATCH = 25;

/** What became of pull requests: one question for many of them. */
export class Lookout {
  readonly #ground: HostGround;
  readonly #writers: Writers;
  readonly #checks: FailedChecks;
  readonly #threads: OlderThreads;
  readonly #apps: WrittenByApp;

  constructor(ground: HostGround, writers: Writers) {
    this.#ground = ground;
    this.#writers = writers;
    this.#checks = new FailedChecks(ground);
    this.#threads = new OlderThreads(ground);
    this.#apps = new WrittenByApp(ground);
  }

  async look(refs: readonly string[]): Promise<readonly ProposalStanding[]> {
    const numbers = [...new Set(refs.flatMap((ref) => numberOf(this.#ground.slug, ref) ?? []))];
    const standings: ProposalStanding[] = [];
    for (let at = 0; at < numbers.length; at += BATCH)
      standings.push(...(await this.#lookAt(numbers.slice(at, at + BATCH))));
    return standings;
  }

  async #lookAt(numbers: readonly number[]): Promise<ProposalStanding[]> {
    const { github, slug, settings, redact } = this.#ground;
    const asked = numbers.map((number) => `p${number}: pullRequest(number: ${number}) { ...Sight }`);
    const document = `query Proposals($owner: String!, $repo: String!) {
  viewer { login }
  repository(owner: $owner, name: $repo) { ${asked.join(' ')} }
  rateLimit { cost }
}
${SIGHT}`;
    const { viewer, repository } = await github.graphql<Answer>(document, { ...slug }, ['NOT_FOUND']);
    const standings: ProposalStanding[] = [];
    for (const listed of Object.values(repository ?? {})) {
      if (!listed) continue;
      const pull = await this.#threads.complete(listed);
      const hears = await this.#writers.among(pull, viewer.login);
      const { remote, requiredChecks } = settings();
      const standing = standingOf(pull, { slug, remote, requiredChecks, hears, redact });
      standings.push({
        ...standing,
        failedChecks: await this.#checks.explain(standing, pull),
        commands: await this.#apps.without(standing.commands),
      });
      await this.#bringHome(pull, standing);
    }
    return standings;
  }

  /** What the author may have to merge is brought here; an agent may have no way to the network. */
  async #bringHome(pull: PullSight, standing: ProposalStanding): Promise<void> {
    const { git, repository, warn } = this.#ground;
    if (standing.state !== 'open') return;
    try {
      if ((await commitOf(git, repository, standing.head)) === null)
        await fetchBranch(this.#ground, pull.headRefName);
      if (standing.mergeable === 'no') await fetchBranch(this.#ground, pull.baseRefName);
    } catch (error) {
      warn(`What ${standing.ref} stands on could not be fetched: ${(error as Error).message}`);
    }
  }
}

interface Answer {
  readonly viewer: { readonly login: string };
  readonly repository: Readonly<Record<string, PullSight | null>> | null;
}
