import type { CommentsRead, TrackerComment } from '@symphony/domain';
import type { GitHub } from '../../github/index.ts';
import { githubSpokenId, standingOf } from '../../github/webhook.ts';
import { objectOf, textOf } from '../../github/webhook-payload.ts';
import { fullNameOf, idOf, type RepositoryName } from './identity.ts';

/** What people write below issues, for those who have no webhook; and whether they may command. */

type Told = Awaited<ReturnType<GitHub['rest']['issues']['listCommentsForRepo']>>['data'][number];
/** The description says that ids may be larger than numbers are exact; JSON as it is read has numbers only. */
type CommentRecord = Omit<Told, 'id'> & { readonly id: number };

/** The newest moment that was read, in GitHub's time, and which comments of that moment: it tells whole seconds. */
interface Place {
  readonly at: string;
  readonly ids: readonly number[];
}

const ROUTE = 'GET /repos/{owner}/{repo}/issues/comments';
const BEGINNING: Place = { at: '1970-01-01T00:00:00Z', ids: [] };

/** One request a repository, and while nothing is new one that GitHub does not count. */
export async function commentsSince(
  github: GitHub,
  repositories: readonly RepositoryName[],
  after: string | null,
): Promise<CommentsRead> {
  const known = after === null ? {} : readPlaces(after);
  const next: Record<string, Place> = {};
  const comments: TrackerComment[] = [];
  for (const repository of repositories) {
    const name = fullNameOf(repository);
    const place = known[name];
    const listed = place ? await since(github, repository, place) : await newest(github, repository);
    next[name] = listed.reduce(later, place ?? BEGINNING);
    if (!place) continue; // what was written before we came is no news
    const news = listed.filter(({ id, updated_at: at }) => at !== place.at || !place.ids.includes(id));
    // One that was changed need not be its author's any more.
    const fresh = news.filter(({ created_at: made, updated_at: changed }) => made === changed);
    comments.push(...fresh.flatMap((each) => commentOf(each, repository)));
  }
  return { comments, next: JSON.stringify(next) };
}

const since = (github: GitHub, repository: RepositoryName, { at }: Place): Promise<CommentRecord[]> =>
  github.pages<CommentRecord>(ROUTE, { ...repository, since: at, sort: 'updated', direction: 'asc' });

async function newest(github: GitHub, repository: RepositoryName): Promise<CommentRecord[]> {
  const { data } = await github.rest.issues.listCommentsForRepo({
    ...repository,
    sort: 'updated',
    direction: 'desc',
    per_page: 100,
  });
  return data.map((each) => ({ ...each, id: Number(each.id) }));
}

function later(place: Place, { id, updated_at: at }: CommentRecord): Place {
  if (at < place.at) return place;
  return at > place.at ? { at, ids: [id] } : { at, ids: [...new Set([...place.ids, id])] };
}

/** A cursor of another version begins anew. */
function readPlaces(text: string): Readonly<Record<string, Place | undefined>> {
  try {
    return JSON.parse(text) as Record<string, Place>;
  } catch {
    return {};
  }
}

function commentOf(record: CommentRecord, repository: RepositoryName): TrackerComment[] {
  const number = Number(/\/issues\/(\d+)$/.exec(record.issue_url)?.[1]);
  const login = record.user?.login;
  if (!Number.isSafeInteger(number) || login === undefined || !record.body) return [];
  const url = textOf(record.html_url)?.split('#')[0];
  return [
    {
      id: githubSpokenId('comment', record.id),
      item: [idOf({ ...repository, number }), ...(url === undefined ? [] : [url])],
      author: { id: login, name: login },
      standing: standingOf({ ...record }, objectOf(record.user) ?? {}),
      text: record.body,
    },
  ];
}

/** `read` and `triage` do not write; GitHub tells the rest as `write` or `admin`. */
export async function mayWrite(
  github: GitHub,
  { owner, repo }: RepositoryName,
  login: string,
): Promise<boolean> {
  const { data } = await github.rest.repos.getCollaboratorPermissionLevel({ owner, repo, username: login });
  return data.permission === 'admin' || data.permission === 'write';
}
