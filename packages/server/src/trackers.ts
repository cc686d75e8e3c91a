import type {
  ProviderMap,
  ProviderProblem,
  ProviderReading,
  RemoteTracker,
  TrackerOptions,
} from '@symphony/adapters/tracker/provider';
import type { TrackerKind } from './config/tracker-states.ts';

/**
 * The one table of trackers that are reached over a network, by `tracker.kind`. An adapter is loaded
 * when its kind is configured and not before; it owns what stands under `tracker.provider`.
 */
interface RemoteAdapter<Settings> {
  read(provider: ProviderMap, env: Environment): ProviderReading<Settings>;
  open(options: TrackerOptions<Settings>): RemoteTracker;
  /** Variables its secrets are taken from where the file names none. */
  readonly variables: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;
type OpenRemote = (states: TrackerOptions<unknown>['states']) => RemoteTracker;

/** What a provider map comes to: how to open the tracker, or what is wrong. */
export type RemoteReading =
  | { readonly ok: true; readonly open: OpenRemote; readonly secrets: readonly string[] }
  | { readonly ok: false; readonly problems: readonly ProviderProblem[] };

const ADAPTERS: Readonly<Record<Exclude<TrackerKind, 'board'>, Reader>> = {
  github: async (provider, env) => {
    const { openGitHubTracker, readGitHubProvider } = await import('@symphony/adapters/tracker/github');
    const variables = ['GITHUB_TOKEN', 'GH_TOKEN'];
    return reading({ read: readGitHubProvider, open: openGitHubTracker, variables }, provider, env);
  },
  linear: async (provider, env) => {
    const { openLinearTracker, readLinearProvider } = await import('@symphony/adapters/tracker/linear');
    return reading(
      { read: readLinearProvider, open: openLinearTracker, variables: ['LINEAR_API_KEY'] },
      provider,
      env,
    );
  },
};

type Reader = (provider: ProviderMap, env: Environment) => Promise<RemoteReading>;

/** Null: everything is on the board. */
export const readRemoteTracker = async (
  kind: TrackerKind,
  provider: ProviderMap,
  env: Environment,
): Promise<RemoteReading | null> => (kind === 'board' ? null : ADAPTERS[kind](provider, env));

function reading<Settings>(
  { read, open, variables }: RemoteAdapter<Settings>,
  provider: ProviderMap,
  env: Environment,
): RemoteReading {
  const result = read(provider, env);
  if (!result.ok) return result;
  const { settings } = result;
  return {
    ok: true,
    open: (states) => open({ settings, states }),
    secrets: variables.flatMap((name) => env[name] ?? []),
  };
}
