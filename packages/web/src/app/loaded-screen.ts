import { type ComponentType, createElement, lazy, useState } from 'react';

interface LoadedScreen<P> {
  readonly screen: ComponentType<P>;
  /** Begins to load it. */
  load(): Promise<unknown>;
}

/**
 * A screen in a file of its own. One that is there already is drawn at once: `lazy` alone would first
 * show that it waits, and React keeps showing that for 300 ms before it looks again.
 */
export function loadedScreen<P extends object>(
  fetch: () => Promise<{ readonly default: ComponentType<P> }>,
): LoadedScreen<P> {
  let loaded: ComponentType<P> | null = null;
  const load = async () => {
    const module = await fetch();
    loaded = module.default;
    return module;
  };
  const later = lazy(load);
  // Chosen once for each place it is drawn in: another choice there would begin it anew.
  const screen = (props: P) => {
    const [chosen] = useState<ComponentType<P>>(() => loaded ?? later);
    return createElement(chosen, props);
  };
  return { screen, load };
}
