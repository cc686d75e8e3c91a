import type { ItemId } from '@symphony/domain';

/** How issues are named: by us, by people, and by GitHub. */
export interface RepositoryName {
  readonly owner: string;
  readonly repo: string;
}

export interface IssueName extends RepositoryName {
  readonly number: number;
}

export function readRepositoryName(text: string): RepositoryName | null {
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(text.trim()) ?? [];
  return owner && repo ? { owner, repo } : null;
}

export const fullNameOf = ({ owner, repo }: RepositoryName): string => `${owner}/${repo}`;

/** Opaque to everybody else: `acme/app#12`. */
export const idOf = (name: IssueName): ItemId => `${fullNameOf(name)}#${name.number}`;

/** Null: not an id of ours, so nothing we could see. */
export function readId(id: ItemId): IssueName | null {
  const [, repository, number] = /^([^#]+)#([1-9]\d{0,8})$/.exec(id) ?? [];
  const name = repository ? readRepositoryName(repository) : null;
  return name && number ? { ...name, number: Number(number) } : null;
}

export const sameRepository = (a: RepositoryName, b: RepositoryName): boolean =>
  fullNameOf(a).toLowerCase() === fullNameOf(b).toLowerCase();

/** `GH-12` in the one repository that is configured, the whole name everywhere else. */
export const identifierOf = (name: IssueName, home: RepositoryName | null): string =>
  home && sameRepository(name, home) ? `GH-${name.number}` : idOf(name);
