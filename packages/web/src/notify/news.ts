import { chatOfSession, type ItemView, type QuestionView } from '@symphony/domain';
import { plainLine } from '../ui/plain-text.ts';

/** Something that waits for a person. */
export interface Waiting {
  /** The same for as long as it is the same thing. */
  readonly key: string;
  readonly title: string;
  readonly text: string;
  /** The item it is about; null for a run of a melody and for a chat. */
  readonly item: string | null;
}

export function waitingFor(inbox: readonly QuestionView[], needing: readonly ItemView[]): readonly Waiting[] {
  const asking = new Set(inbox.map(({ item }) => item));
  return [
    ...inbox.map(({ item, title, run, question }) => ({
      key: `question ${run} ${question.id}`,
      title: `${plainLine(title ?? item, 60)} ${question.permission ? 'asks for leave' : 'asks you'}`,
      text: plainLine(question.text, 200),
      item: item === run || chatOfSession(run) !== null ? null : item,
    })),
    ...needing
      .filter(({ id, identifier }) => !asking.has(id) && !asking.has(identifier))
      .map((item) => ({
        key: `item ${item.id} ${item.changedAt}`,
        title: `${plainLine(item.identifier, 60)} ${item.state === 'handed_off' ? 'waits for your approval' : 'needs you'}`,
        text: plainLine(item.reason || item.title, 200),
        item: item.identifier,
      })),
  ];
}

/** What was not there before. More than a few at once are told as one. */
export function newsIn(known: ReadonlySet<string>, waiting: readonly Waiting[]): readonly Waiting[] {
  const news = waiting.filter(({ key }) => !known.has(key));
  if (news.length <= AT_ONCE) return news;
  return [
    {
      key: news.map(({ key }) => key).join(),
      title: `${news.length} things wait for you`,
      text: news
        .slice(0, AT_ONCE)
        .map(({ title }) => title)
        .join(', '),
      item: null,
    },
  ];
}

const AT_ONCE = 3;
