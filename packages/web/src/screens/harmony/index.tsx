import { lazy } from 'react';
import { Route, Switch } from 'wouter';
import { EmptyState } from '../../ui/states.tsx';
import ShelfScreen from './shelf/index.tsx';

const EditorScreen = lazy(() => import('./editor/index.tsx'));
const RunScreen = lazy(() => import('./run/index.tsx'));
const ItemsGraph = lazy(() => import('./items-graph.tsx'));

/** The Harmony Board: melodies are drawn, played and watched here. */
export default function HarmonyScreen() {
  return (
    <Switch>
      <Route path="/harmony">
        <ShelfScreen />
      </Route>
      <Route path="/harmony/items">
        <ItemsGraph />
      </Route>
      <Route path="/harmony/m/:name">
        {({ name }) => <EditorScreen key={name} name={decodeURIComponent(name)} />}
      </Route>
      <Route path="/harmony/run/:id">{({ id }) => <RunScreen key={id} id={decodeURIComponent(id)} />}</Route>
      <Route>
        <EmptyState title="There is no such page">The shelf lists what there is.</EmptyState>
      </Route>
    </Switch>
  );
}
