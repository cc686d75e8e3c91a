import type { CommentsRead, Instant, ItemId, TrackerComment } from '@symphony/domain';
import { at, instantAt, nodesAt, requiredText, textAt } from './answer.ts';
import type { LinearClient } from './client.ts';
import { isOurComment } from './comment-id.ts';
import { COMMENTS, STANDING_OF_USER } from './documents.ts';
import { notThere } from './fault.ts';
import { readPages } from './pages.ts';
import { type Filter, isId, within } from './scope.ts';

const PAGE = 50;
/** Between two polls nobody writes more than that. */
const MOST_COMMENTS = 1_000;

/** What people wrote since `after`, which is a time of Linear's clock. */
export async function commentsSince(
  client: LinearClient,
  scope: Filter,
  after: string | null,
): Promise<CommentsRead> {
  if (after === null) return { comments: [], next: timeText(await presentOf(client, scope)) };
  const filter = { issue: scope, createdAt: { gte: after } };
  const question = { document: COMMENTS, list: 'comments', filter, first: PAGE, most: MOST_COMMENTS };
  const found = (await readPages(client, question)).map((comment) => ({
    comment,
    time: instantAt(comment, 'createdAt') ?? Date.parse(after),
  }));
  const inOrder = found.toSorted((one, other) => one.time - other.time);
  const next = Math.max(Date.parse(after), ...found.map(({ time }) => time));
  return { comments: inOrder.flatMap(({ comment }) => readComment(comment) ?? []), next: timeText(next) };
}

/** Linear's clock, learned by the cheapest question that also proves that comments can be read. */
async function presentOf(client: LinearClient, scope: Filter): Promise<Instant> {
  const filter = { issue: scope };
  nodesAt(await client.ask(COMMENTS, { filter, first: 1 }), 'comments');
  return client.theirNow();
}

const timeText = (time: Instant): string => new Date(time).toISOString();

/** Applications and what Symphony wrote itself are nobody who could command. */
function readComment(comment: unknown): TrackerComment | null {
  const id = requiredText(comment, 'id');
  const [item, author] = [textAt(comment, 'issue', 'id'), textAt(comment, 'user', 'id')];
  const text = at(comment, 'body');
  if (item === null || author === null || typeof text !== 'string') return null;
  if (isOurComment(id) || at(comment, 'user', 'app') === true) return null;
  const name = textAt(comment, 'user', 'displayName') ?? author;
  return {
    id: `linear-comment-${id}`,
    item: [item],
    text,
    author: { id: author, name },
    standing: 'stranger',
  };
}

/**
 * Members of the workspace may write to teams that are open to it, and to others when they belong to
 * them. Guests, applications and people who left may not command, whatever else they may.
 */
export async function mayWrite(
  client: LinearClient,
  scope: Filter,
  author: string,
  item: ItemId,
): Promise<boolean> {
  if (!isId(author) || !isId(item)) return false;
  const answer = await client.ask(STANDING_OF_USER, {
    user: { id: { eq: author } },
    id: author,
    filter: within(scope, { id: { eq: item } }),
  });
  const [user] = nodesAt(answer, 'users');
  const [issue] = nodesAt(answer, 'issues');
  if (issue === undefined) throw notThere(`issue ${item}`);
  const member = at(user, 'active') === true && at(user, 'guest') === false && at(user, 'app') === false;
  const open = at(issue, 'team', 'visibility') === 'public';
  return member && (open || textAt(issue, 'team', 'membership', 'id') !== null);
}
