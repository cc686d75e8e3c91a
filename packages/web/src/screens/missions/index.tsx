import { lazy } from 'react';
import { Route, Switch, useSearchParams } from 'wouter';
import { EmptyState } from '../../ui/states.tsx';
import { MissionList } from './list/mission-list.tsx';

const NewMission = lazy(() => import('./new/index.tsx'));
const MissionScreen = lazy(() => import('./mission/index.tsx'));

/** Missions: work too large for one agent, planned, watched and decided on. */
export default function MissionsScreen() {
  return (
    <Switch>
      <Route path="/missions">
        <Missions />
      </Route>
      <Route path="/missions/:id">{({ id }) => <MissionScreen key={id} id={decodeURIComponent(id)} />}</Route>
      <Route>
        <EmptyState title="There is no such page">The list of missions has those there are.</EmptyState>
      </Route>
    </Switch>
  );
}

/** A mission may be called anything, so the page for a new one is no name below the list. */
function Missions() {
  const [query] = useSearchParams();
  return query.get('new') === '1' ? <NewMission /> : <MissionList />;
}
