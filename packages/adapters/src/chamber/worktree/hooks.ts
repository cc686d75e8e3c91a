import { setTimeout as sleep } from 'node:timers/promises';
import type { Chamber } from '@symphony/domain';
import { type ChildGroup, spawnGroup } from '../../process/index.ts';
import { failure } from './failure.ts';
import type { Ground } from './ground.ts';
import type { HookName } from './settings.ts';

/** How much of a hook's output is told (S6). */
const TAIL_BYTES = 2048;
const GRACE_MS = 2000;

/** What a hook inherits. Tokens of trackers and agents are not among it (S8). */
const INHERITED =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TERM|TMPDIR|TMP|TEMP|XDG_\w+|SSH_AUTH_SOCK|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy)$/i;

export interface HookOwner {
  readonly item: string;
  readonly identifier: string;
}

/**
 * Runs a hook in the chamber, if there is one. Rejects when it fails or takes too long. A hook's
 * processes end with it: what has to stay up belongs to a service the hook talks to.
 */
export async function runHook(
  ground: Pick<Ground, 'settings' | 'instance'>,
  chamber: Chamber,
  owner: HookOwner,
  name: HookName,
): Promise<void> {
  const { hooks, hookTimeoutMs, secrets, login } = ground.settings();
  const command = hooks[name];
  if (command === null || command.trim() === '') return;
  const group = await spawnGroup({
    command: 'sh',
    args: [login ? '-lc' : '-c', command],
    cwd: chamber.path,
    env: {
      ...inherited(),
      ...secrets,
      ...chamber.env,
      SYMPHONY_ITEM: owner.item,
      SYMPHONY_IDENTIFIER: owner.identifier,
      SYMPHONY_CHAMBER: chamber.path,
    },
    marker: { instance: ground.instance, role: 'hook', run: `${chamber.key}/${name}` },
  });
  const tail = tailOf(group);
  group.child.stdin.end();
  const patience = new AbortController();
  const late = sleep(hookTimeoutMs, 'late' as const, { signal: patience.signal }).catch(
    () => 'late' as const,
  );
  const exit = await Promise.race([group.exited, late]);
  patience.abort();
  await group.stop(GRACE_MS);
  if (exit === 'late')
    throw hookFailure('timeout', `The ${name} hook did not end within ${hookTimeoutMs} ms`, name, tail());
  if (exit.code !== 0)
    throw hookFailure('refused', `The ${name} hook ended with ${exit.code ?? exit.signal}`, name, tail());
}

function hookFailure(code: 'timeout' | 'refused', what: string, name: HookName, output: string) {
  const said = output.trim();
  return failure(
    code,
    said === '' ? `${what}.` : `${what}: ${said}`,
    `Look at the hook \`${name}\` of the configuration.`,
  );
}

function inherited(): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env))
    if (value !== undefined && INHERITED.test(name)) env[name] = value;
  return env;
}

/** The end of both streams, as text; a character cut in half at the front is left out. */
function tailOf(group: ChildGroup): () => string {
  let kept = Buffer.alloc(0);
  const keep = (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]).subarray(-TAIL_BYTES);
  };
  group.child.stdout.on('data', keep);
  group.child.stderr.on('data', keep);
  return () => {
    let start = 0;
    while (start < 3 && ((kept[start] ?? 0) & 0xc0) === 0x80) start += 1;
    return kept.subarray(start).toString('utf8');
  };
}
