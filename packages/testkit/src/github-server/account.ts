import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { repositoryOf } from './issues.ts';
import type { Meter } from './meter.ts';
import { missing, type Route } from './route.ts';
import { userShape } from './shapes.ts';
import type { World } from './world.ts';

/** Who asks, what is left of the hour, and tokens for apps. */

export interface AppKey {
  readonly appId: string;
  readonly installationId: string;
  /** PEM; the stand-in checks the signature with it. */
  readonly privateKey: string;
}

interface Around {
  readonly app: AppKey | null;
  readonly meter: Meter;
  readonly tokens: Map<string, string>;
}

export const APP_LOGIN = 'symphony-app[bot]';

/** Who may write to the repositories. */
export const writersOf = (world: World): Set<string> =>
  world.kept('writers', () => new Set(['symphony-bot', APP_LOGIN, 'octocat']));

export const ACCOUNT_ROUTES = ({ app, meter, tokens }: Around): readonly Route[] => [
  {
    method: 'GET',
    path: '/rate_limit',
    answer: () => {
      const tell = (resource: 'core' | 'graphql') => {
        const { limit, used, resetAt } = meter.window(resource);
        return { limit, used, remaining: Math.max(0, limit - used), reset: Math.ceil(resetAt / 1000) };
      };
      const core = tell('core');
      return {
        status: 200,
        body: { resources: { core, graphql: tell('graphql'), search: core }, rate: core },
      };
    },
  },
  {
    method: 'GET',
    path: '/user',
    answer: ({ user }) => ({
      status: 200,
      body: {
        ...userShape(user),
        name: user,
        company: null,
        blog: '',
        location: null,
        email: null,
        hireable: null,
        bio: null,
        public_repos: 0,
        public_gists: 0,
        followers: 0,
        following: 0,
        created_at: '2020-01-01T00:00:00Z',
        updated_at: '2020-01-01T00:00:00Z',
      },
    }),
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/collaborators/{username}/permission',
    answer: (call) => {
      if (!repositoryOf(call)) return missing();
      const { username = '' } = call.params;
      const permission = writersOf(call.world).has(username) ? 'write' : 'read';
      return {
        status: 200,
        body: { permission, role_name: permission, user: { ...userShape(username), role_name: permission } },
      };
    },
  },
  {
    method: 'POST',
    path: '/app/installations/{installation_id}/access_tokens',
    answer: ({ params, headers, world, skewMs }) => {
      const fault = app ? jwtFault(String(headers.authorization ?? ''), app, world.now() + skewMs) : 'no app';
      if (!app || fault !== null) return { status: 401, body: { message: fault } };
      if (params.installation_id !== app.installationId) return missing();
      const token = `installation-token-${world.nextId()}`;
      tokens.set(token, APP_LOGIN);
      const expires = new Date(world.now() + skewMs + 3_600_000).toISOString();
      return {
        status: 201,
        body: { token, expires_at: expires, permissions: { issues: 'write' }, repository_selection: 'all' },
      };
    },
  },
];

let known: { readonly pem: string; readonly key: KeyObject } | null = null;

function jwtFault(authorization: string, { appId, privateKey }: AppKey, now: number): string | null {
  const [head = '', claims = '', signature = ''] = authorization.replace(/^bearer\s+/i, '').split('.');
  if (known?.pem !== privateKey) known = { pem: privateKey, key: createPublicKey(privateKey) };
  const signed = Buffer.from(`${head}.${claims}`);
  if (!verify('RSA-SHA256', signed, known.key, Buffer.from(signature, 'base64url')))
    return 'A JSON web token could not be decoded';
  const { iat, exp, iss } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, number>;
  if (String(iss) !== appId) return 'A JSON web token could not be decoded';
  const seconds = Math.floor(now / 1000);
  if ((iat ?? 0) > seconds + 60)
    return "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued";
  if ((exp ?? 0) < seconds || (exp ?? 0) > seconds + 660)
    return "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires";
  return null;
}
