import type { LinearSettings } from './settings.ts';

/** What Linear is asked to leave out, in its own words (`IssueFilter`). */
export type Filter = Readonly<Record<string, unknown>>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The form of all of Linear's ids. */
export const isId = (text: string): boolean => UUID.test(text);

/** Everything outside is not there at all: neither read nor written. */
export function scopeOf({ project, team }: LinearSettings): Filter {
  return {
    ...(team !== null && { team: teamFilter(team) }),
    ...(project !== null && { project: projectFilter(project) }),
  };
}

export const teamFilter = (team: string): Filter =>
  isId(team) ? { id: { eq: team } } : { key: { eqIgnoreCase: team } };

export const projectFilter = (slug: string): Filter => ({ slugId: { eq: slug } });

export const within = (scope: Filter, wanted: Filter): Filter => ({ ...scope, ...wanted });
