import {
  type ProviderMap,
  type ProviderProblem,
  type ProviderReading,
  problem,
  readText,
  secretProblem,
} from '../provider.ts';

/** How to reach a part of a Linear workspace. At least one of `project` and `team` is set. */
export interface LinearSettings {
  /** A personal key, or a token of an application (`lin_oauth_…`). Never leaves the adapter. */
  readonly apiKey: string;
  readonly endpoint: string;
  /** The project's slug id: the last part of its address. */
  readonly project: string | null;
  /** The team's key (`ENG`) or id. */
  readonly team: string | null;
  /** Only work of this person is played: `me` is the key's owner; else an id, an address or a name. */
  readonly assignee: string | null;
  /** True: an issue waits until its sub-issues are finished. */
  readonly subIssues: boolean;
  /** How long one answer may take. */
  readonly timeoutMs: number;
}

const ENDPOINT = 'https://api.linear.app/graphql';
const KEY_VARIABLE = 'LINEAR_API_KEY';
const TIMEOUT_MS = 30_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads `tracker.provider` for Linear. Where it says no key, the variable `LINEAR_API_KEY` is looked at. */
export function readLinearProvider(provider: ProviderMap, env: Environment): ProviderReading<LinearSettings> {
  const problems: ProviderProblem[] = [];
  const text = (key: string): string | null => readText(provider, [key], problems);
  const apiKey = readKey(provider, env, problems);
  const endpoint = readEndpoint(text('endpoint') ?? ENDPOINT, problems);
  const [slug, address, team] = [text('project_slug'), text('project'), text('team')];
  const assignee = text('assignee');
  const subIssues = provider.sub_issues ?? true;
  if (typeof subIssues !== 'boolean') problems.push(problem(['sub_issues'], 'must be `true` or `false`.'));
  const project = projectSlug(slug ?? address);
  const scoped = ['project_slug', 'project', 'team'].some((key) => provider[key] != null);
  if (!scoped)
    problems.push(
      problem(
        ['project_slug'],
        'is missing: say the project by the last part of its address, or the team by its key.',
      ),
    );
  if (apiKey === null || endpoint === null || typeof subIssues !== 'boolean' || problems.length > 0)
    return { ok: false, problems };
  return {
    ok: true,
    settings: { apiKey, endpoint, project, team, assignee, subIssues, timeoutMs: TIMEOUT_MS },
  };
}

function readKey(provider: ProviderMap, env: Environment, problems: ProviderProblem[]): string | null {
  const said = provider.api_key ?? `$${KEY_VARIABLE}`;
  const text = typeof said === 'string' ? said.trim() : '';
  const variable = /^\$([A-Za-z_][A-Za-z0-9_]*)$/.exec(text)?.[1];
  const key = variable === undefined ? text : (env[variable]?.trim() ?? '');
  const wrong = (sentence: string): null => {
    problems.push(secretProblem(['api_key'], sentence));
    return null;
  };
  if (key === '')
    return wrong(
      `is missing: set ${variable ?? KEY_VARIABLE} to a key from Linear's settings (Security & access).`,
    );
  // A line break in a pasted key would otherwise fail much later, and less plainly.
  return /^[\x21-\x7e]+$/.test(key) ? key : wrong('cannot be used: it holds blanks or line breaks.');
}

/** The key goes wherever this says: over a line that others could read only to this machine itself. */
function readEndpoint(given: string, problems: ProviderProblem[]): string | null {
  const wrong = (sentence: string): null => {
    problems.push(problem(['endpoint'], sentence));
    return null;
  };
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null) return wrong(`must be an address such as ${ENDPOINT}.`);
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback))
    return wrong('must begin with https:// (http:// only for this machine itself).');
  if (url.username !== '' || url.password !== '') return wrong('must not hold a name or a password.');
  return url.href;
}

/** Addresses of projects end in `name-of-the-project-1a2b3c4d5e6f`; the slug id is what follows the last dash. */
function projectSlug(given: string | null): string | null {
  if (given === null) return null;
  const last =
    given
      .replace(/\/(overview|issues)?\/?$/, '')
      .split('/')
      .at(-1) ?? given;
  return /-([0-9a-f]{12})$/.exec(last)?.[1] ?? last;
}
