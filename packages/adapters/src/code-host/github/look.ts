import type { ProposalStanding } from '@symphony/domain';
import type { GraphqlError } from '../../github/index.ts';
import { commitOf } from '../local/revision.ts';
import { NO_RULES, rulesOf, TARGET_FIELDS, type TargetSight } from './demands.ts';
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

/** What the target demands may be hidden from us; that is no failure, but nothing is known then. */
const mayBeMissing = ({ type, path }: GraphqlError): boolean =>
  type === 'NOT_FOUND' ||
  (path?.[1] === 'target' && (type === 'FORBIDDEN' || type === 'INSUFFICIENT_SCOPES'));

/** What became of pull requests, and what their target demands: one question for many of them. */
export class Lookout {
  readonly #ground: HostGround;
  readonly #writers: Writers;
  readonly #target: () => string;
  readonly #checks: FailedChecks;
  readonly #threads: OlderThreads;
  readonly #apps: WrittenByApp;

  constructor(ground: HostGround, writers: Writers, target: () => string) {
    this.#ground = ground;
    this.#writers = writers;
    this.#target = target;
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
    const document = `query Proposals($owner: String!, $repo: String!, $target: String!) {
  viewer { login }
  repository(owner: $owner, name: $repo) { target: ref(qualifiedName: $target) { ${TARGET_FIELDS} } ${asked.join(' ')} }
  rateLimit { cost }
}
${SIGHT}`;
    const target = this.#target();
    const variables = { ...slug, target: `refs/heads/${target}` };
    const { viewer, repository } = await github.graphql<Answer>(document, variables, mayBeMissing);
    const { target: sight = null, ...pulls } = repository ?? {};
    const demanded = rulesOf(sight);
    const standings: ProposalStanding[] = [];
    for (const listed of Object.values(pulls)) {
      if (!listed) continue;
      const pull = await this.#threads.complete(listed);
      const hears = await this.#writers.among(pull, viewer.login);
      const { remote, requiredChecks } = settings();
      const rules = pull.baseRefName === target ? demanded : NO_RULES;
      const standing = standingOf(pull, { slug, remote, requiredChecks, rules, hears, redact });
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
      if (standing.mergeable === 'no' || standing.allowed === 'behind')
        await fetchBranch(this.#ground, pull.baseRefName);
    } catch (error) {
      warn(`What ${standing.ref} stands on could not be fetched: ${(error as Error).message}`);
    }
  }
}

interface Answer {
  readonly viewer: { readonly login: string };
  readonly repository:
    | ({ readonly target?: TargetSight | null } & { readonly [alias: `p${number}`]: PullSight | null })
    | null;
}
