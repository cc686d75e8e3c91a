import { useAtomValue } from 'jotai';
import { type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { restAtom } from '../live/board-atoms.ts';
import { linkAtom } from '../live/connection.ts';
import { EmptyState, Loading } from '../ui/states.tsx';
import { ErrorFence } from './error-fence.tsx';
import { Navigation } from './navigation.tsx';
import { Palette } from './palette.tsx';
import { ItemScreen, PLACES } from './places.ts';
import type { Session } from './session.ts';
import { useShortcuts } from './shortcuts.ts';
import { TopBar } from './top-bar.tsx';

/** What stands around every screen. */
export function Shell({ session }: { readonly session: Session }) {
  const [palette, setPalette] = useState(false);
  const [location, go] = useLocation();
  // The next screen is built between frames while the last one still answers; the address changes at once.
  const shown = useDeferredValue(location);
  useShortcuts({ openPalette: () => setPalette(true), go });
  useTitle(session.repository);
  return (
    <div className="flex h-full flex-col md:flex-row">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:bg-panel focus:p-2"
      >
        Skip to the content
      </a>
      <Navigation repository={session.repository} version={session.version} />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <TopBar onPalette={() => setPalette(true)} />
        <LinkBanner />
        <main id="content" tabIndex={-1} className="min-h-0 flex-1 outline-none">
          <ErrorFence key={screenAt(shown)}>
            <Suspense fallback={<Loading />}>
              <Screens location={shown} />
            </Suspense>
          </ErrorFence>
        </main>
      </div>
      <Palette open={palette} onOpenChange={setPalette} />
    </div>
  );
}

/** Screens with pages of their own below them. */
const HAS_PAGES: ReadonlySet<string> = new Set(['/chat', '/harmony', '/missions']);

/** Chats are one screen, whichever is open: its list stays where it is scrolled to. */
const screenAt = (location: string): string => (location.startsWith('/chat') ? '/chat' : location);

function Screens({ location }: { readonly location: string }): ReactNode {
  const known = useAtomValue(restAtom) !== null;
  if (!known) return <Loading label="Waiting for the board" />;
  return (
    <Switch location={location}>
      {PLACES.map(({ path, screen: Place }) => (
        <Route key={path} path={HAS_PAGES.has(path) ? `${path}/*?` : path}>
          <Place />
        </Route>
      ))}
      <Route path="/item/:id">{({ id }) => <ItemScreen key={id} id={decodeURIComponent(id)} />}</Route>
      <Route>
        <EmptyState title="There is no such page">The navigation leads to those there are.</EmptyState>
      </Route>
    </Switch>
  );
}

/** Says when what is shown may be out of date. */
function LinkBanner() {
  const link = useAtomValue(linkAtom);
  if (link !== 'away') return null;
  return (
    <p role="status" className="bg-warn-soft px-4 py-1.5 text-sm text-warn">
      Symphony does not answer. What you see is how it was; the page goes on by itself when it is back.
    </p>
  );
}

/** The number of things that wait for the person stands in the tab's title. */
function useTitle(repository: string): void {
  const waiting = useAtomValue(restAtom)?.inbox.length ?? 0;
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${repository} · Symphony`;
  }, [waiting, repository]);
}
