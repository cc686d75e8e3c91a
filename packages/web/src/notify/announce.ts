import { navigate } from 'wouter/use-browser-location';
import { itemPath } from '../app/places.ts';
import { allItems, columnsAtom, frameAtom, restAtom, store } from '../live/board-atoms.ts';
import { newsIn, type Waiting, waitingFor } from './news.ts';

/**
 * Tells a person who looks elsewhere that something waits for them: a browser notification, while the
 * page is hidden and if they allowed it. What waited when the page was opened is not news.
 * Begun once for the page; beginning again changes nothing.
 */
export function announceNews(): void {
  if (begun) return;
  begun = true;
  // After a frame is in its place as a whole: in the middle of one a column may not fit the inbox.
  store.sub(frameAtom, look);
  look();
}

let begun = false;
/** Null until the first board has come. */
let known: Set<string> | null = null;

function look(): void {
  const rest = store.get(restAtom);
  if (rest === null) return;
  const items = allItems();
  const needing = store.get(columnsAtom)['needs-you'].flatMap((id) => items.get(id) ?? []);
  const waiting = waitingFor(rest.inbox, needing);
  const news = known === null ? [] : newsIn(known, waiting);
  known = new Set(waiting.map(({ key }) => key));
  if (document.hidden && canNotify()) for (const each of news) notify(each);
}

const canNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted';

function notify({ key, title, text, item }: Waiting): void {
  // The same tag in every open tab: it is shown once.
  const notification = new Notification(title, { body: text, tag: key, icon: '/icon.svg' });
  notification.onclick = () => {
    window.focus();
    navigate(item === null ? '/inbox' : itemPath(item));
    notification.close();
  };
}
