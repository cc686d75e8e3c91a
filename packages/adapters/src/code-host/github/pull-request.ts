import { failureOf, PortError, type Proposal, type ReviewMerge } from '@symphony/domain';
import { bodyOf } from './body.ts';
import { type HostGround, isHostAway, numberOf, refOf } from './settings.ts';

/** Pull requests are made, reused, closed and merged. Everything may be repeated. */

interface Pull {
  readonly number: number;
  readonly html_url: string;
  readonly node_id: string;
  readonly state: string;
  readonly merged?: boolean;
  readonly merge_commit_sha: string | null;
  readonly draft?: boolean;
  readonly mergeable_state?: string;
  readonly head: { readonly ref: string; readonly sha: string };
}

export async function openPull(
  ground: HostGround,
  proposal: Proposal,
): Promise<{ ref: string; url: string }> {
  const pull = (await findPull(ground, proposal)) ?? (await createPull(ground, proposal));
  await furnish(ground, pull.number);
  return { ref: refOf(ground.slug, pull.number), url: pull.html_url };
}

/** Found by its branch, so that a crash between making it and writing it down makes no second one. */
async function findPull({ github, slug }: HostGround, { branch, target }: Proposal): Promise<Pull | null> {
  const head = `${slug.owner}:${branch}`;
  const { data } = await github.rest.pulls.list({ ...slug, state: 'open', head, base: target });
  return data.find((each) => each.head.ref === branch) ?? null;
}

async function createPull(
  ground: HostGround,
  proposal: Proposal,
  draft = ground.settings().draft,
): Promise<Pull> {
  const { github, slug } = ground;
  const { branch, target, identifier, title } = proposal;
  const body = await bodyOf(ground, proposal);
  try {
    const made = await github.rest.pulls.create({
      ...slug,
      title: `${identifier}: ${title}`,
      head: branch,
      base: target,
      body,
      draft,
    });
    return made.data;
  } catch (error) {
    const { code, message } = failureOf(error);
    if (code !== 'invalid') throw error;
    // Made meanwhile, by a request whose answer was lost.
    const there = await findPull(ground, proposal);
    if (there) return there;
    if (draft && /draft/i.test(message)) return createPull(ground, proposal, false);
    throw error;
  }
}

/** Labels and reviewers are wishes: one that GitHub does not know stops nothing. */
async function furnish(ground: HostGround, number: number): Promise<void> {
  const { github, slug, settings } = ground;
  const { labels, reviewers } = settings();
  const people = reviewers.filter((each) => !each.startsWith(TEAM));
  const teams = reviewers.filter((each) => each.startsWith(TEAM)).map((each) => each.slice(TEAM.length));
  if (labels.length > 0)
    await wish(ground, () =>
      github.rest.issues.addLabels({ ...slug, issue_number: number, labels: [...labels] }),
    );
  if (reviewers.length > 0)
    await wish(ground, () =>
      github.rest.pulls.requestReviewers({
        ...slug,
        pull_number: number,
        reviewers: people,
        team_reviewers: teams,
      }),
    );
}

const TEAM = 'team/';

async function wish(ground: HostGround, ask: () => Promise<unknown>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    const failure = failureOf(error);
    if (isHostAway(failure)) throw error;
    ground.warn(failure.message);
  }
}

export async function withdrawPull(ground: HostGround, ref: string): Promise<void> {
  const number = numberOf(ground.slug, ref);
  if (number === null) return;
  const pull = await readPull(ground, number);
  if (!pull) return;
  const { github, slug, settings } = ground;
  if (pull.state === 'open' && settings().onWithdraw === 'close')
    await github.rest.pulls.update({ ...slug, pull_number: number, state: 'closed' });
  if (pull.merged && settings().deleteBranch) await deleteBranch(ground, pull);
}

/** Only where it was merged from: a branch that moved on holds work of somebody. */
async function deleteBranch({ github, slug }: HostGround, { head }: Pull): Promise<void> {
  try {
    const ref = `heads/${head.ref}`;
    const found = await github.rest.git.getRef({ ...slug, ref });
    if (found.data.object.sha === head.sha) await github.rest.git.deleteRef({ ...slug, ref });
  } catch (error) {
    const { code } = failureOf(error);
    if (code !== 'missing' && code !== 'invalid' && code !== 'conflict') throw error; // gone already
  }
}

async function readPull({ github, slug }: HostGround, number: number): Promise<Pull | null> {
  try {
    return (await github.rest.pulls.get({ ...slug, pull_number: number })).data;
  } catch (error) {
    if (failureOf(error).code === 'missing') return null;
    throw error;
  }
}

const READY = `mutation Ready($id: ID!) {
  markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } }
}`;

/** Merges exactly `head`. GitHub checks the commit again when it merges. */
export async function mergePull(ground: HostGround, ref: string, head: string): Promise<ReviewMerge> {
  const { github, slug, settings } = ground;
  const number = numberOf(slug, ref);
  const pull = number === null ? null : await readPull(ground, number);
  if (number === null || !pull) return { kind: 'not-yet', reason: `${ref} is not to be found any more` };
  if (pull.merged) return { kind: 'merged', commit: pull.merge_commit_sha ?? head };
  if (pull.state !== 'open') return { kind: 'not-yet', reason: `${ref} is closed` };
  if (pull.head.sha !== head)
    return { kind: 'not-yet', reason: `${ref} moved to ${pull.head.sha.slice(0, 10)}` };
  if (pull.mergeable_state === 'blocked' && !pull.draft)
    return { kind: 'not-yet', reason: `GitHub does not allow ${ref} to be merged yet` };
  try {
    if (pull.draft) await github.graphql(READY, { id: pull.node_id });
    const merged = await github.rest.pulls.merge({
      ...slug,
      pull_number: number,
      sha: head,
      merge_method: settings().mergeMethod,
    });
    return { kind: 'merged', commit: merged.data.sha };
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    // The answer may be lost where the deed is done.
    const now = await readPull(ground, number);
    if (now?.merged) return { kind: 'merged', commit: now.merge_commit_sha ?? head };
    return { kind: 'not-yet', reason: error.failure.message };
  }
}
