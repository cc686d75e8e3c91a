import type { Instant, PlayerName, Settings, TrackedItem } from '@symphony/domain';
import { normaliseName } from '@symphony/domain';
import type { ConductorState } from '../state.ts';
import { isDry, REHEARSER } from './dry-run.ts';

/** Who should play the item: the player it names, else the first route that fits, else the default one. */
export function choosePlayer(item: TrackedItem, settings: Settings): PlayerName {
  if (isDry(item)) return REHEARSER;
  const named = item.fields.player;
  if (typeof named === 'string' && Object.hasOwn(settings.players, named)) return named;
  const route = settings.routes.find(
    (each) =>
      (each.label === null || item.labels.includes(normaliseName(each.label))) &&
      (each.field === null || String(item.fields[each.field.name] ?? '') === each.field.value),
  );
  return route?.player ?? settings.defaultPlayer;
}

interface Moment {
  readonly state: ConductorState;
  readonly settings: Settings;
  readonly now: Instant;
}

/** Who plays it now: while that player rests, the first of its fallbacks that does not. */
export function playerNow(item: TrackedItem, { state, settings, now }: Moment): PlayerName {
  const wanted = choosePlayer(item, settings);
  const rests = (player: PlayerName): boolean => (state.resting.get(player)?.until ?? 0) > now;
  if (!rests(wanted)) return wanted;
  return fallbacksOf(item, settings, wanted).find((player) => !rests(player)) ?? wanted;
}

/** Only those that are configured: a name that is gone is told by the configuration's own check. */
export const fallbacksOf = (
  item: TrackedItem,
  settings: Settings,
  player: PlayerName,
): readonly PlayerName[] =>
  isDry(item)
    ? []
    : (settings.players[player]?.fallback ?? []).filter(
        (each) => each !== player && Object.hasOwn(settings.players, each),
      );

/** When the first of those who may play it is there again, `rest` counted in. */
export function playableAt(
  item: TrackedItem,
  { state, settings, now }: Moment,
  rest: { readonly player: PlayerName; readonly until: Instant },
): Instant {
  const wanted = choosePlayer(item, settings);
  const untils = [wanted, ...fallbacksOf(item, settings, wanted)].map((player) =>
    player === rest.player ? rest.until : Math.max(now, state.resting.get(player)?.until ?? now),
  );
  return Math.min(...untils);
}
