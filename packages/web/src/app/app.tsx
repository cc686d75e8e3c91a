import { Provider } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { store } from '../live/board-atoms.ts';
import { client } from '../live/connection.ts';
import { announceNews } from '../notify/announce.ts';
import { Loading } from '../ui/states.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { Away, Closed } from './entrance.tsx';
import { type Entrance, enter } from './session.ts';
import { Shell } from './shell.tsx';

/** Shows the workbench to whoever is let in. `entering`: the first try, which began before the page was drawn. */
export function App({ entering }: { readonly entering: Promise<Entrance> }) {
  const [entrance, setEntrance] = useState<Entrance | null>(null);
  const arrive = useCallback((next: Entrance) => {
    if (next.kind === 'open') {
      client();
      announceNews();
    }
    setEntrance(next);
  }, []);
  const tryAgain = useCallback(() => void enter().then(arrive), [arrive]);
  useEffect(() => void entering.then(arrive), [entering, arrive]);
  return (
    <Provider store={store}>
      {entrance === null && <Loading />}
      {entrance?.kind === 'away' && <Away again={tryAgain} />}
      {entrance?.kind === 'closed' && <Closed entrance={entrance} onEntrance={arrive} />}
      {entrance?.kind === 'open' && <Shell session={entrance.session} />}
      <Toasts />
    </Provider>
  );
}
