import { useAtomValue } from 'jotai';
import { Link, useLocation } from 'wouter';
import { restAtom } from '../live/board-atoms.ts';
import { classes } from '../ui/class-names.ts';
import { PLACES, type Place } from './places.ts';

/** At the left of a wide page, at the foot of a narrow one. */
export function Navigation({
  repository,
  version,
}: {
  readonly repository: string;
  readonly version: string;
}) {
  const waiting = useAtomValue(restAtom)?.inbox.length ?? 0;
  return (
    <nav
      aria-label="Screens"
      className="order-last border-t border-line bg-panel md:order-none md:flex md:w-48 md:flex-col md:border-t-0 md:border-r"
    >
      <div className="hidden h-14 items-center gap-2.5 px-4 md:flex">
        <img src="/icon.svg" alt="" className="size-6" />
        <span className="truncate text-lg font-semibold" title={repository}>
          {repository}
        </span>
      </div>
      <ul className="flex justify-around overflow-x-auto pb-[env(safe-area-inset-bottom)] md:flex-1 md:flex-col md:justify-start md:gap-0.5 md:p-2">
        {PLACES.map((place) => (
          <li key={place.path}>
            <PlaceLink place={place} count={place.path === '/inbox' ? waiting : 0} />
          </li>
        ))}
      </ul>
      <p className="hidden px-4 py-3 text-xs text-ink-faint md:block">Symphony {version}</p>
    </nav>
  );
}

function PlaceLink({ place, count }: { readonly place: Place; readonly count: number }) {
  const [location] = useLocation();
  const here =
    place.path === '/' ? location === '/' || location.startsWith('/item/') : location.startsWith(place.path);
  const Icon = place.icon;
  return (
    <Link
      href={place.path}
      aria-current={here ? 'page' : undefined}
      className={classes(
        'relative flex h-12 min-w-9 flex-col items-center justify-center gap-0.5 px-1 text-xs md:h-8 md:min-w-0 md:justify-start md:flex-row md:gap-2.5 md:rounded-md md:px-2.5 md:py-0 md:text-base',
        here
          ? 'font-medium text-accent md:bg-accent-soft'
          : 'text-ink-soft hover:text-ink md:hover:bg-sunken',
      )}
    >
      <Icon className="size-5 md:size-4" aria-hidden />
      {/* Ten names do not fit beside each other on a phone: the one that is open is told. */}
      <span className={classes(!here && 'sr-only md:not-sr-only')}>{place.name}</span>
      {count > 0 && (
        <span className="absolute top-0.5 right-1.5 rounded-full bg-warn-soft px-1.5 text-xs font-semibold text-warn md:static md:ml-auto">
          {count}
          <span className="sr-only"> waiting for you</span>
        </span>
      )}
    </Link>
  );
}
