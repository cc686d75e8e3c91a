import { writersOf } from './account.ts';
import { repositoryOf } from './issues.ts';
import { refusalToMerge } from './protection.ts';
import { PullDesk, type StoredPull } from './pull-desk.ts';
import { pullShape, repositoryShape } from './pull-shapes.ts';
import { type Answer, type Call, missing, type Route, unprocessable } from './route.ts';

/** Pull requests, their checks and the branches they stand on. */

const pullOf = (call: Call): StoredPull | null =>
  PullDesk.of(call.world).pull(repositoryOf(call), Number(call.params.pull_number));

const refused = (status: number, message: string): Answer => ({ status, body: { message } });

async function create(call: Call): Promise<Answer> {
  const repository = repositoryOf(call);
  if (!repository) return missing();
  const desk = PullDesk.of(call.world);
  const { title, head, base, body, draft } = call.body;
  const headRef = String(head).replace(/^[^:]*:/, '');
  const commit = await desk.branch(repository, headRef);
  if (commit === null) return unprocessable('Validation Failed', [{ field: 'head', code: 'invalid' }]);
  const there = desk.pulls.some(
    (each) => each.issue.state === 'open' && each.headRef === headRef && each.baseRef === base,
  );
  if (there)
    return unprocessable('Validation Failed', [
      { message: `A pull request already exists for ${repository.owner}:${headRef}.` },
    ]);
  const issue = call.world.addIssue(repository, {
    title: String(title),
    body: typeof body === 'string' ? body : null,
    author: call.user,
    pullRequest: true,
  });
  const pull: StoredPull = {
    issue,
    headRef,
    baseRef: String(base),
    draft: draft === true,
    merged: null,
    head: commit,
    reviewers: [],
    reviews: [],
    threads: [],
  };
  desk.pulls.push(pull);
  return { status: 201, body: await pullShape(call.world, pull, true) };
}

async function list(call: Call): Promise<Answer> {
  const repository = repositoryOf(call);
  if (!repository) return missing();
  const { query, world } = call;
  const state = query.get('state') ?? 'open';
  const head = query.get('head')?.replace(/^[^:]*:/, '');
  const found = PullDesk.of(world).pulls.filter(
    (each) =>
      each.issue.repository === repository &&
      (state === 'all' || each.issue.state === state) &&
      (head === undefined || each.headRef === head) &&
      (query.get('base') ?? each.baseRef) === each.baseRef,
  );
  return { list: await Promise.all(found.map((each) => pullShape(world, each, false))) };
}

async function merge(call: Call): Promise<Answer> {
  const pull = pullOf(call);
  if (!pull) return missing();
  const desk = PullDesk.of(call.world);
  if (pull.merged || pull.issue.state === 'closed' || pull.draft)
    return refused(405, 'Pull Request is not mergeable');
  if (desk.mergeRule !== null) return refused(405, desk.mergeRule);
  const { sha, merge_method: method } = call.body;
  if (sha !== undefined && sha !== (await desk.headOf(pull)))
    return refused(409, 'Head branch was modified. Review and try the merge again.');
  const rule = await refusalToMerge(call.world, pull);
  if (rule !== null) return refused(405, rule);
  const commit = await desk.merge(pull, String(method ?? 'merge'));
  if (commit === null) return refused(405, 'Pull Request is not mergeable');
  const body = { sha: commit, merged: true, message: 'Pull Request successfully merged' };
  return { status: 200, body };
}

/** Where logs really are: another server, whose addresses need no token. */
export const JOB_LOGS = '/job-logs/';

export const PULL_ROUTES: readonly Route[] = [
  { method: 'GET', path: '/repos/{owner}/{repo}/pulls', answer: list },
  { method: 'POST', path: '/repos/{owner}/{repo}/pulls', answer: create },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/pulls/{pull_number}',
    answer: async (call) => {
      const pull = pullOf(call);
      return pull ? { status: 200, body: await pullShape(call.world, pull, true) } : missing();
    },
  },
  {
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/pulls/{pull_number}',
    answer: async (call) => {
      const pull = pullOf(call);
      if (!pull) return missing();
      await PullDesk.of(call.world).headOf(pull);
      const { state } = call.body;
      if (state === 'open' || state === 'closed') pull.issue.state = state;
      call.world.touch(pull.issue);
      return { status: 200, body: await pullShape(call.world, pull, true) };
    },
  },
  { method: 'PUT', path: '/repos/{owner}/{repo}/pulls/{pull_number}/merge', answer: merge },
  {
    method: 'POST',
    path: '/repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers',
    answer: async (call) => {
      const pull = pullOf(call);
      if (!pull) return missing();
      const asked = (call.body.reviewers ?? []) as readonly string[];
      if (asked.some((each) => !writersOf(call.world).has(each)))
        return unprocessable('Reviews may only be requested from collaborators.');
      for (const each of asked) if (!pull.reviewers.includes(each)) pull.reviewers.push(each);
      return { status: 201, body: await pullShape(call.world, pull, false) };
    },
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}',
    answer: (call) => {
      const repository = repositoryOf(call);
      return repository ? { status: 200, body: repositoryShape(repository) } : missing();
    },
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/git/ref/{ref}',
    answer: async (call) => {
      const repository = repositoryOf(call);
      const branch = (call.params.ref ?? '').replace(/^heads\//, '');
      const sha = repository && (await PullDesk.of(call.world).branch(repository, branch));
      if (!sha) return missing();
      const url = 'https://api.github.com/ref';
      const body = { ref: `refs/heads/${branch}`, node_id: sha, url, object: { type: 'commit', sha, url } };
      return { status: 200, body };
    },
  },
  {
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/git/refs/{ref}',
    answer: async (call) => {
      const repository = repositoryOf(call);
      if (!repository) return missing();
      await PullDesk.of(call.world).git(repository, 'update-ref', '-d', `refs/${call.params.ref}`);
      return { status: 204 };
    },
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/check-runs/{check_run_id}/annotations',
    answer: (call) => {
      const check = PullDesk.of(call.world).checkOf(Number(call.params.check_run_id));
      if (!check) return missing();
      return {
        list: check.annotations.map(({ path, line, message, level }) => ({
          path,
          blob_href: '',
          start_line: line,
          end_line: line,
          start_column: null,
          end_column: null,
          annotation_level: level ?? 'failure',
          title: null,
          message,
          raw_details: null,
        })),
      };
    },
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/actions/jobs/{job_id}/logs',
    answer: (call) => {
      const id = Number(call.params.job_id);
      if (PullDesk.of(call.world).checkOf(id)?.log == null) return missing();
      return { status: 302, headers: { location: `http://${call.headers.host}${JOB_LOGS}${id}` } };
    },
  },
];
