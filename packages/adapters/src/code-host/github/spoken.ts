import { type OfferCommand, type ReviewRemark, readCommentCommand, remarkIn } from '@symphony/domain';
import { githubSpokenId, type SpokenKind, standingOf } from '../../github/webhook.ts';
import type { Author, PullSight, Review, Spoken } from './pull-sight.ts';

/** What people say on a pull request: to its author as remarks, to Symphony as commands. Pure. */

/** Longer ones are cut. */
const TEXT = 8_000;

interface Said extends Spoken {
  readonly kind: SpokenKind;
  readonly path: string | null;
  readonly line: number | null;
  /** Nobody waits for it any more, or it asks for nothing: it may command, but it is no remark. */
  readonly settled: boolean;
}

const saidAt = ({ publishedAt, createdAt }: Spoken): number => Date.parse(publishedAt ?? createdAt) || 0;

/** When it was changed after others could read it; null: it says what it said at first. */
const changedAt = (said: Spoken): string | null =>
  Date.parse(said.lastEditedAt ?? '') > saidAt(said) ? said.lastEditedAt : null;

/** Everything that can be read by others. */
function allSaid({ reviews, comments, reviewThreads }: PullSight): readonly Said[] {
  const nowhere = { path: null, line: null };
  return [
    ...reviews.nodes
      .filter(({ state }) => state !== 'PENDING')
      .map((each): Said => ({ ...each, ...nowhere, kind: 'review', settled: isSettled(each) })),
    ...comments.nodes.map((each): Said => ({ ...each, ...nowhere, kind: 'comment', settled: false })),
    ...reviewThreads.nodes.flatMap(({ isResolved, path, line, originalLine, comments: said }) =>
      said.nodes
        .filter(({ state }) => state !== 'PENDING')
        .map((each): Said => {
          const place = { path, line: line ?? originalLine };
          return { ...each, ...place, kind: 'line', settled: isResolved };
        }),
    ),
  ].filter(({ isMinimized }) => !isMinimized);
}

/** Praise asks for nothing, and what was dismissed is not asked for any more. */
const isSettled = ({ state }: Review): boolean => state === 'APPROVED' || state === 'DISMISSED';

/** Oldest first. */
export const remarksOf = (pull: PullSight, { hears, redact }: Ears): ReviewRemark[] =>
  allSaid(pull)
    .flatMap((said) => (said.author && hears(said.author) ? (remarkOf(said, said.author, redact) ?? []) : []))
    .sort((a, b) => a.at - b.at);

export interface Ears {
  /** Whether it counts what they say: people who may write, and whoever the configuration names. */
  readonly hears: (author: Author) => boolean;
  /** Takes secrets out. */
  readonly redact: (text: string) => string;
}

function remarkOf(said: Said, author: Author, redact: Ears['redact']): ReviewRemark | null {
  const { kind, body, path, line, settled } = said;
  const text = redact(remarkIn(body)) || wordless(said);
  if (settled || text === '') return null;
  return {
    key: `${kind} ${said.fullDatabaseId}${version(said, author)}`,
    author: author.login,
    text: text.length > TEXT ? `${text.slice(0, TEXT)}…` : text,
    path,
    line,
    at: saidAt(said),
  };
}

/** A demand without words is one all the same. */
const wordless = (said: Said): string =>
  'state' in said && said.state === 'CHANGES_REQUESTED' ? 'asks for changes.' : '';

/** What a person changed is news; programs write their remarks over and over. */
function version(said: Said, { __typename }: Author): string {
  const changed = changedAt(said);
  return changed === null || __typename !== 'User' ? '' : ` of ${changed}`;
}

/** Only as they were written: whoever changes one need not be who wrote it. */
export const commandsOf = (pull: PullSight): OfferCommand[] =>
  allSaid(pull).flatMap((said) => {
    const { kind, body, author, fullDatabaseId: id } = said;
    if (!author || id === null || changedAt(said) !== null) return [];
    const standing = standingOf({ author_association: said.authorAssociation }, { type: author.__typename });
    if (standing === 'machine' || readCommentCommand(body).kind === 'none') return [];
    return {
      id: githubSpokenId(kind, id),
      author: { id: author.login, name: author.login },
      standing,
      text: body,
      at: saidAt(said),
    };
  });
