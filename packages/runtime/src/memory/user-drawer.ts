/** One drawer a user, so that nobody's words are looked for among another's. */
export const userDrawer = (layer: 'realtime' | 'assessed', user: string): string => `memory:${layer}:${user}`;
