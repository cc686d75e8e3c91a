import type { ProposalStanding } from '@symphony/domain';
import type { GraphqlError } from '../../github/index.ts';
import { commitOf } from '../local/revision.ts';
import { NO_RULES, rulesOf, TARGET_FIELDS, type TargetSight } from './demands.ts';
import { FailedChecks } from './failed-checks.ts';
import { fetchBranch } from './push.ts';
import { type HostGround, numberOf } from './settings.ts';
import { type PullSight, standingOf } from './standing.ts';
import { Writers } from './writers.ts';

/** Pull requests of one question; GitHub counts what a question could answer with at most. */
const BATCH = 25;

const SIGHT = `fragment Sight on PullRequest {
  number url state isDraft mergeable mergeStateStatus reviewDecision headRefOid headRefName baseRefName
  mergeCommit { oid }
  commits(last: 1) { nodes { commit { oid statusCheckRollup { contexts(first: 100) { nodes {
    __typename
    ... on CheckRun { databaseId name status conclusion detailsUrl title summary text }
    ... on StatusContext { context state description targetUrl }
  } } } } } }
  reviews(last: 30) { nodes { fullDatabaseId state body submittedAt authorAssociation author { __typename login } } }
  comments(last: 30) { nodes { fullDatabaseId body createdAt authorAssociation author { __typename login } } }
  reviewThreads(last: 20) { nodes { isResolved path line originalLine comments(first: 20) { nodes {
    fullDatabaseId body createdAt authorAssociation author { __typename login }
  } } } }
}`;

/** What the target demands may be hidden from us; that is no failure, but nothing is known then. */
const mayBeMissing = ({ type, path }: GraphqlError): boolean =>
  type === 'NOT_FOUND' ||
  (path?.[1] === 'target' && (type === 'FORBIDDEN' || type === 'INSUFFICIENT_SCOPES'));

/** What became of pull requests, and what their target demands: one question for many of them. */
export class Lookout {
  readonly #ground: HostGround;
  readonly #target: () => string;
  readonly #writers: Writers;
  readonly #checks: FailedChecks;

  constructor(ground: HostGround, target: () => string) {
    this.#ground = ground;
    this.#target = target;
    this.#writers = new Writers(ground);
    this.#checks = new FailedChecks(ground);
  }

  async look(refs: readonly string[]): Promise<readonly ProposalStanding[]> {
    const numbers = [...new Set(refs.flatMap((ref) => numberOf(this.#ground.slug, ref) ?? []))];
    const standings: ProposalStanding[] = [];
    for (let at = 0; at < numbers.length; at += BATCH)
      standings.push(...(await this.#lookAt(numbers.slice(at, at + BATCH))));
    return standings;
  }

  async #lookAt(numbers: readonly number[]): Promise<ProposalStanding[]> {
    const { github, slug, settings } = this.#ground;
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
    for (const pull of Object.values(pulls)) {
      if (!pull) continue;
      const writers = await this.#writers.among(pull, viewer.login);
      const { remote, requiredChecks } = settings();
      const rules = pull.baseRefName === target ? demanded : NO_RULES;
      const isHeard = (who: string): boolean => writers.has(who);
      const standing = standingOf(pull, { slug, remote, requiredChecks, rules, isHeard });
      standings.push({ ...standing, failedChecks: await this.#checks.explain(standing, pull) });
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
