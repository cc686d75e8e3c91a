import { type Discovery, type ItemId, scopesOverlap } from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import type { Input } from '../input.ts';
import { isLive } from '../mission/mission-state.ts';
import { standingOf } from '../mission/standing.ts';
import { SYMPHONY } from './collisions.ts';

/** What an agent told through its host tools (M4). All of it is kept; some of it reaches others. */
export function toolCalled(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'tool-called' }>,
): void {
  const { item, run, report } = input;
  // What an agent says after its run is over is kept all the same: it was found out.
  out.record({ type: 'tool-reported', item, run, report });
  if (report.kind === 'discovery' && report.discovery.critical)
    tellOthers(out, setting, item, report.discovery);
  if (report.kind === 'scope') judgeScope(out, setting, item, run, report.paths);
  else out.reply(true, 'It is on record.');
}

/**
 * A critical discovery reaches those who work at the same thing, at their turn boundary (M5): the rest of
 * its mission, or outside missions whoever works outside missions. Nobody else hears of it unasked.
 */
function tellOthers(out: Decision, setting: Setting, from: ItemId, discovery: Discovery): void {
  const { state } = setting;
  const finder = state.items.get(from)?.tracked.identifier ?? from;
  tellMission(out, setting, state.missionParts.get(from)?.mission, { from, finder, discovery });
}

/** Whoever works at the mission now; without one, whoever works outside missions. */
export function tellMission(
  out: Decision,
  { state }: Setting,
  mission: string | undefined,
  found: { readonly from: ItemId | null; readonly finder: string; readonly discovery: Discovery },
): void {
  const { from, finder, discovery } = found;
  const { title, detail } = discovery;
  for (const id of state.underWay) {
    if (id === from || state.items.get(id)?.state !== 'running') continue;
    if (state.missionParts.get(id)?.mission !== mission) continue;
    out.record({
      type: 'steering-wanted',
      item: id,
      text: `${finder} found something critical: ${title}. ${detail}`.trim(),
      by: SYMPHONY,
    });
  }
}

/** A part may work where nobody else of its mission does. */
function judgeScope(
  out: Decision,
  { state }: Setting,
  item: ItemId,
  run: string,
  paths: readonly string[],
): void {
  const place = state.missionParts.get(item);
  const mission = place && state.missions.get(place.mission);
  const judge = (granted: boolean, why: string) => {
    out.record({ type: 'scope-judged', item, run, paths, granted, why });
    out.reply(granted, why);
  };
  if (!mission) return judge(true, 'This work has no mission, so nothing is kept from it.');
  const outside = paths.find((path) => path.startsWith('/') || path.split('/').includes('..'));
  if (outside !== undefined) return judge(false, `${outside} leads out of the repository.`);
  const owner = mission.parts.find(
    (part) =>
      part.item !== item &&
      isLive(mission) &&
      !['merged', 'left'].includes(standingOf(state, mission, part)) &&
      scopesOverlap(part.scope, paths),
  );
  if (owner)
    return judge(
      false,
      `${owner.worker ?? owner.item} works there (${owner.scope.join(', ')}). Leave it, and say what you need with record_deviation.`,
    );
  judge(true, `Nobody else works there: ${paths.join(', ')} are yours too.`);
}
