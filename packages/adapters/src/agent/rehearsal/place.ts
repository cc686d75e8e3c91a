import type { Place } from './wire.ts';

/**
 * Makes this process one that was started in the place: nothing is left of the folder and the
 * environment it waited in. Only what others read of its first environment (its marker) stays.
 */
export function takePlace({ cwd, env }: Place): void {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
}
