import type { TrackerComment, WebhookReading } from '@symphony/domain';
import { type Loose, listOf, numberOf, objectOf, readObject, textOf } from './webhook-payload.ts';

/**
 * What GitHub tells by itself, read. Nothing of the body is looked at before its signature holds; what cannot be
 * read is passed over, never thrown at. A hint only: the conductor reads the tracker again and believes only that.
 */

/** Names in lower case, as Node gives them. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Whether the signature (`sha256=…`) was made with the secret over this text, in a time that tells nothing. */
export type VerifySignature = (secret: string, text: string, signature: string) => Promise<boolean>;

export type GithubWebhook = (body: Uint8Array, headers: Headers, secret: string) => Promise<WebhookReading>;

export const githubWebhook =
  (verify: VerifySignature): GithubWebhook =>
  async (body, headers, secret) => {
    const refused = (reason: string, malformed = false): WebhookReading => ({
      kind: 'refused',
      reason,
      malformed,
    });
    if (secret === '') return refused('No secret is set for the webhooks of GitHub.');
    const signature = single(headers['x-hub-signature-256']);
    if (signature === null) return refused('The request carries no X-Hub-Signature-256.');
    // Bytes that are no text become other bytes here, and their signature does not hold.
    const text = new TextDecoder().decode(body);
    if (text === '' || !(await verify(secret, text, signature)))
      return refused('The signature does not belong to this body.');
    const event = single(headers['x-github-event']);
    const delivery = single(headers['x-github-delivery']);
    if (event === null || delivery === null)
      return refused('The request carries no X-GitHub-Event or no X-GitHub-Delivery.', true);
    const payload = readObject(text);
    if (payload === null) return refused('The body is not a JSON object.', true);
    return readGithubEvent(event, delivery.slice(0, 200), payload);
  };

/** Pure and total: whatever the payload is, it is heard or ignored. */
export function readGithubEvent(event: string, delivery: string, payload: Loose): WebhookReading {
  const names = [...new Set(namesIn(event, payload))];
  if (names.length === 0) return { kind: 'ignored' };
  const comment = commentOf(event, payload, names);
  const about = isAboutOffers(event, payload) ? 'offers' : 'items';
  return { kind: 'heard', delivery, about, names, ...(comment ? { comment } : {}) };
}

/** Whether it is about pull requests and their checks. Below them people comment as they do below issues. */
function isAboutOffers(event: string, payload: Loose): boolean {
  if (event === 'issue_comment') return objectOf(objectOf(payload.issue)?.pull_request) !== null;
  return !['issues', 'sub_issues', 'projects_v2_item'].includes(event);
}

/** By `owner/name#number`, by node id, by address, or by commit: whichever the item or the offer is known by. */
function namesIn(event: string, payload: Loose): readonly string[] {
  const repository = textOf(objectOf(payload.repository)?.full_name);
  const named = (thing: Loose | null): readonly string[] => namesOf(repository, thing);
  switch (event) {
    case 'issues':
    case 'issue_comment':
      return named(objectOf(payload.issue));
    case 'sub_issues':
      return [...named(objectOf(payload.sub_issue)), ...named(objectOf(payload.parent_issue))];
    case 'pull_request':
    case 'pull_request_review':
    case 'pull_request_review_comment':
    case 'pull_request_review_thread':
      return named(objectOf(payload.pull_request));
    case 'check_run':
      return checked(objectOf(payload.check_run), repository);
    case 'check_suite':
      return checked(objectOf(payload.check_suite), repository);
    case 'workflow_run':
      return checked(objectOf(payload.workflow_run), repository);
    case 'status':
      return [textOf(payload.sha)].filter((each) => each !== null);
    case 'projects_v2_item': {
      const item = objectOf(payload.projects_v2_item);
      return [textOf(item?.content_node_id), textOf(item?.node_id)].filter((each) => each !== null);
    }
    default:
      return [];
  }
}

const namesOf = (repository: string | null, thing: Loose | null): readonly string[] => {
  const number = numberOf(thing?.number);
  const named = repository === null || number === null ? null : `${repository}#${number}`;
  return [named, textOf(thing?.node_id), textOf(thing?.html_url)].filter((each) => each !== null);
};

/** The pull requests a check looked at; one that names none is known by its commit. */
function checked(check: Loose | null, repository: string | null): readonly string[] {
  const suite = objectOf(check?.check_suite);
  const pulls = [...listOf(check?.pull_requests), ...listOf(suite?.pull_requests)];
  const names = pulls.flatMap((pull) => namesOf(repository, objectOf(pull)));
  const head = textOf(check?.head_sha) ?? textOf(suite?.head_sha);
  return names.length > 0 || head === null ? names : [head];
}

/** Where people write, what they wrote stands in, and what happens when it is new. */
const WRITTEN: Readonly<Record<string, readonly [kind: SpokenKind, key: string, action: string]>> = {
  issue_comment: ['comment', 'comment', 'created'],
  pull_request_review: ['review', 'review', 'submitted'],
  pull_request_review_comment: ['line', 'comment', 'created'],
};

/** Only one that is new: whoever changes an old one need not be who wrote it. */
function commentOf(event: string, payload: Loose, item: readonly string[]): TrackerComment | null {
  const [kind, key, action] = Object.hasOwn(WRITTEN, event) ? (WRITTEN[event] ?? []) : [];
  if (kind === undefined || key === undefined || payload.action !== action) return null;
  const comment = objectOf(payload[key]);
  const id = numberOf(comment?.id);
  const text = textOf(comment?.body);
  const user = objectOf(comment?.user);
  const login = textOf(user?.login);
  if (id === null || text === null || login === null) return null;
  return {
    id: githubSpokenId(kind, id),
    item,
    author: { id: login, name: login },
    standing: standingOf(comment as Loose, user as Loose),
    text,
  };
}

/** In a conversation, as a review's own words, or on a line: each kind is counted by itself. */
export type SpokenKind = 'comment' | 'review' | 'line';

/** By the number that is the same in webhooks, REST (`id`) and GraphQL (`fullDatabaseId`). */
export const githubSpokenId = (kind: SpokenKind, id: number | string): string => `github-${kind}-${id}`;

/** Members and collaborators usually may write and need not: GitHub is asked where it can be. */
export function standingOf(comment: Loose, user: Loose): TrackerComment['standing'] {
  if (user.type === 'Bot' || objectOf(comment.performed_via_github_app) !== null) return 'machine';
  switch (comment.author_association) {
    case 'OWNER':
      return 'writer';
    case 'MEMBER':
    case 'COLLABORATOR':
      return 'member';
    default:
      return 'stranger';
  }
}

const single = (value: string | readonly string[] | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
