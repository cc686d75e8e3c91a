import type { ChatId } from '@symphony/domain';
import { Route, Switch } from 'wouter';
import { EmptyState } from '../../ui/states.tsx';
import { Chat } from './chat.tsx';

/** Chats with Symphony's own agent. */
export default function ChatScreen() {
  return (
    <Switch>
      <Route path="/chat/:id?">{({ id }) => <Chat page={pageOf(id)} />}</Route>
      <Route>
        <EmptyState title="There is no such page">The list of chats has those there are.</EmptyState>
      </Route>
    </Switch>
  );
}

/** On a wide page the list is always there; on a narrow one it is a page of its own. */
export type ChatPage =
  | { readonly kind: 'list' }
  | { readonly kind: 'new' }
  | { readonly kind: 'chat'; readonly id: ChatId };

function pageOf(id: string | undefined): ChatPage {
  if (id === undefined) return { kind: 'list' };
  return id === 'new' ? { kind: 'new' } : { kind: 'chat', id: decodeURIComponent(id) };
}
