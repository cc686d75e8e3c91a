import {
  type ProviderMap,
  type ProviderProblem,
  problem,
  readText,
  secretProblem,
} from '../tracker/provider.ts';

/** Where GitHub is and who asks. */
export interface GitHubAccess {
  /** `https://api.github.com`, or an Enterprise server's `https://HOST/api/v3`. No slash at the end. */
  readonly endpoint: string;
  readonly auth: GitHubAuth;
}

export type GitHubAuth =
  | { readonly kind: 'token'; readonly token: string }
  | {
      readonly kind: 'app';
      readonly appId: string;
      readonly privateKey: string;
      readonly installationId: string;
    };

export const PUBLIC_ENDPOINT = 'https://api.github.com';
/** Where a token is looked for when the file names none. */
export const TOKEN_VARIABLES = ['GITHUB_TOKEN', 'GH_TOKEN'] as const;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads `endpoint`, `token` and `app` of a provider map whose variables are resolved already. */
export function readGitHubAccess(
  provider: ProviderMap,
  env: Environment,
): { readonly access: GitHubAccess; readonly problems: readonly ProviderProblem[] } {
  const problems: ProviderProblem[] = [];
  const endpoint = readText(provider, ['endpoint'], problems) ?? PUBLIC_ENDPOINT;
  const fault = endpointFault(endpoint);
  if (fault !== null) problems.push(problem(['endpoint'], fault));
  const auth = provider.app === undefined ? readToken(provider, env, problems) : readApp(provider, problems);
  return { access: { endpoint: endpoint.replace(/\/+$/, ''), auth }, problems };
}

function readToken(provider: ProviderMap, env: Environment, problems: ProviderProblem[]): GitHubAuth {
  const token = readText(provider, ['token'], problems) ?? fallbackToken(env);
  if (token === null && provider.token === undefined)
    problems.push(
      secretProblem(
        ['token'],
        `is missing: name a variable that holds a token (\`token: $GITHUB_TOKEN\`), or an \`app\`.`,
      ),
    );
  return { kind: 'token', token: token ?? '' };
}

const fallbackToken = (env: Environment): string | null =>
  TOKEN_VARIABLES.map((name) => env[name] ?? '').find((value) => value !== '') ?? null;

function readApp(provider: ProviderMap, problems: ProviderProblem[]): GitHubAuth {
  const read = (key: string, what: string): string => {
    const value = readText(provider, ['app', key], problems);
    if (value === null) problems.push(secretProblem(['app', key], `is missing: ${what}.`));
    return value ?? '';
  };
  if (provider.token !== undefined)
    problems.push(problem(['token'], 'stands beside `app`: keep one of them.'));
  return {
    kind: 'app',
    appId: read('id', "the app's id or client id"),
    // Variables hold a key on one line, its line ends written out.
    privateKey: read('private_key', 'name a variable that holds the private key').replaceAll('\\n', '\n'),
    installationId: read('installation', 'the number of the installation on your account'),
  };
}

/** A token must not go over the wire in the open: https, or this machine. */
export function endpointFault(endpoint: string): string | null {
  const url = URL.parse(endpoint);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return 'is not an address: write one such as `https://github.example.com/api/v3`.';
  if (url.username !== '' || url.password !== '')
    return 'holds a name or a password: give the credentials as `token` or `app`.';
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || loopback ? null : 'must begin with `https://`: a token goes there.';
}
