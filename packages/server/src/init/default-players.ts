import { type Found, USUAL_AGENTS } from './find-agents.ts';

/** Who plays when nobody said so. Decisions only: nothing is looked at here. */

export const REHEARSAL = 'rehearsal';

/** As `symphony.yaml` would say it. */
export interface DefaultPlayers {
  readonly players: Readonly<Record<string, { readonly agent: string }>>;
  readonly default_player: string;
}

/** Every agent that is there and logged in, the preferred one first; the rehearsal player when there is none (C23). */
export function defaultPlayers(found: readonly Found[]): DefaultPlayers {
  const ready = offered(found).filter(isReady);
  const names = ready.length > 0 ? ready.map(({ agent }) => agent) : [REHEARSAL];
  return {
    players: Object.fromEntries(names.map((agent) => [agent, { agent }])),
    default_player: names[0] ?? REHEARSAL,
  };
}

/** Those a person may choose: there, and not known to be logged out. */
export const offered = (found: readonly Found[]): Found[] => inOrder(found).filter(canPlay);

export const isInstalled = ({ presence }: Found): boolean => presence.version !== null;

const canPlay = (found: Found): boolean => isInstalled(found) && found.presence.login !== 'no';

/** An agent whose login cannot be looked at is offered, and is nobody's default: its runs may all fail. */
export const isReady = (found: Found): boolean => isInstalled(found) && found.presence.login === 'yes';

/** How to get an agent to play where none is ready: the one that is nearest to it. */
export function wayToRealPlayer(found: readonly Found[]): string {
  const [unsure] = offered(found);
  if (unsure) return `If you are logged in to \`${unsure.agent}\`, choose it with \`symphony init --force\`.`;
  const ordered = inOrder(found);
  const nearest = ordered.find(isInstalled) ?? ordered.find(({ presence }) => presence.fix !== null);
  const first = nearest?.presence.fix ?? 'Install a coding agent and log in to it.';
  return `${first} Then \`symphony init --force\` finds it.`;
}

/** Those that are not among the usual ones come last, as they were found. */
function inOrder(found: readonly Found[]): Found[] {
  const place = ({ agent }: Found): number => {
    const at = USUAL_AGENTS.indexOf(agent);
    return at < 0 ? USUAL_AGENTS.length : at;
  };
  return [...found].sort((a, b) => place(a) - place(b));
}
