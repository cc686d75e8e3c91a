import { useAtomValue } from 'jotai';
import { Plus, Waypoints } from 'lucide-react';
import { useLocation } from 'wouter';
import { restAtom } from '../../../live/board-atoms.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel, Screen } from '../../../ui/panel.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useKey } from '../../../ui/use-key.ts';
import { NEW_MISSION } from '../paths.ts';
import { inListOrder } from './list-order.ts';
import { MissionRow } from './mission-row.tsx';

/** All missions: those that wait for somebody first, then what is played, then what was. */
export function MissionList() {
  const missions = useAtomValue(restAtom)?.missions ?? [];
  const [, go] = useLocation();
  useKey((key) => {
    if (key === 'n') go(NEW_MISSION);
    return key === 'n';
  });
  return (
    <Screen
      title="Missions"
      actions={
        <Button look="primary" onClick={() => go(NEW_MISSION)}>
          <Plus className="size-4" aria-hidden />
          New mission
        </Button>
      }
    >
      <Panel>
        {missions.length === 0 ? (
          <EmptyState icon={Waypoints} title="No mission has been played">
            <p className="mb-3">
              A mission is work too large for one agent: several work side by side in phases, what they find
              is decided on, and all of it is merged as one.
            </p>
            <Button onClick={() => go(NEW_MISSION)}>Say what is wanted</Button>
          </EmptyState>
        ) : (
          <ul aria-label="Missions" className="divide-y divide-line">
            {inListOrder(missions).map((mission) => (
              <MissionRow key={mission.id} mission={mission} />
            ))}
          </ul>
        )}
      </Panel>
    </Screen>
  );
}
