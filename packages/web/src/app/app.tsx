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

/** Lets the person in, then shows the workbench. */
export function App() {
  const [entrance, setEntrance] = useState<Entrance | null>(null);
  const arrive = useCallback((next: Entrance) => {
    if (next.kind === 'open') {
      client();
      announceNews();
    }
    setEntrance(next);
  }, []);
  const tryEntering = useCallback(() => void enter().then(arrive), [arrive]);
  useEffect(tryEntering, [tryEntering]);
  return (
    <Provider store={store}>
      {entrance === null && <Loading />}
      {entrance?.kind === 'away' && <Away again={tryEntering} />}
      {entrance?.kind === 'closed' && <Closed entrance={entrance} onEntrance={arrive} />}
      {entrance?.kind === 'open' && <Shell session={entrance.session} />}
      <Toasts />
    </Provider>
  );
}
