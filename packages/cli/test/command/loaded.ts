import { symphony } from './symphony.ts';

/** Prints every module that is loaded. */
const WATCH = `data:text/javascript,${encodeURIComponent(
  "import { registerHooks } from 'node:module'; registerHooks({ load(url, context, next) { process.stderr.write('loaded ' + url + '\\n'); return next(url, context); } });",
)}`;

/** What a command that only asks has no use for. */
export const HEAVY =
  /node_modules\/(zod|yaml|liquidjs|chokidar|log-update|@clack)\/|packages\/(server|adapters|conductor)\//;

/** The modules a command loads from the sources, which the bundle is cut along. */
export function loadedBy(args: readonly string[], cwd?: string): string[] {
  const { err } = symphony(args, {
    nodeArgs: ['--import', WATCH],
    env: { SYMPHONY_BUNDLE: 'off' },
    ...(cwd ? { cwd } : {}),
  });
  return err.split('\n').filter((line) => line.startsWith('loaded '));
}
