import type { PlayerName, Settings, TrackedItem } from '@symphony/domain';
import { normaliseName } from '@symphony/domain';

/** Who plays the item: the player it names, else the first route that fits, else the default one. */
export function choosePlayer(item: TrackedItem, settings: Settings): PlayerName {
  const named = item.fields.player;
  if (typeof named === 'string' && Object.hasOwn(settings.players, named)) return named;
  const route = settings.routes.find(
    (each) =>
      (each.label === null || item.labels.includes(normaliseName(each.label))) &&
      (each.field === null || String(item.fields[each.field.name] ?? '') === each.field.value),
  );
  return route?.player ?? settings.defaultPlayer;
}
