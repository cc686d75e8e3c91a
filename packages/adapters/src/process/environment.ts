/**
 * What agents, hooks and verify commands may see of the conductor's own environment. It is a list
 * of what is let through, never of what is kept back: a secret nobody thought of stays here.
 */
const ALLOWED = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'TERM',
  'TMPDIR',
  'TZ',
  'NODE_EXTRA_CA_CERTS',
  'SystemRoot',
]);

/** Programs disagree about the case of these, so both spellings pass. */
const PROXY = new Set(['HTTP_PROXY', 'HTTPS_PROXY', 'FTP_PROXY', 'ALL_PROXY', 'NO_PROXY']);

const isAllowed = (name: string): boolean =>
  ALLOWED.has(name) || name.startsWith('LC_') || PROXY.has(name.toUpperCase());

/** The allowed part of `source`, with `extra` on top. */
export function allowedEnvironment(
  source: NodeJS.ProcessEnv,
  extra: Readonly<Record<string, string>>,
): Record<string, string> {
  const allowed: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    if (value !== undefined && isAllowed(name)) allowed[name] = value;
  }
  return { ...allowed, ...extra };
}
