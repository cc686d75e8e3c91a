import { usePrices } from '@symphony/adapters/price';
import { openSandbox } from '@symphony/adapters/sandbox';
import { PortError, type Sandbox, type Settings } from '@symphony/domain';
import { mayLook, readyAgents } from './agents.ts';
import type { LiveConfig } from './compose.ts';
import {
  type ConfigResult,
  type LoadedConfig,
  type LoadRequest,
  loadConfig,
  ownPrices,
} from './config/index.ts';
import { configRequest } from './config-request.ts';
import type { OrchestraOptions } from './orchestra.ts';
import { preflight } from './preflight.ts';
import { warn } from './warning.ts';

/** The configuration in force: the last good one, with what the command line overrides. */
export interface LiveProject extends LiveConfig {
  readonly request: LoadRequest;
  readonly sandbox: Sandbox;
  /** Takes a changed configuration, or keeps the last good one and says why. */
  apply(result: ConfigResult): { readonly ok: true } | { readonly ok: false; readonly message: string };
}

export async function loadProject(options: OrchestraOptions): Promise<LiveProject> {
  const plain = await configRequest(options.workplace, options.workflow ?? null);
  const request = options.rehearse ? plain : await withAgents(plain);
  const first = await loadConfig(request);
  if (!first.ok) throw broken(first.problems);
  if (options.strict && first.workflow === null)
    throw new PortError({
      code: 'invalid',
      message: 'The letter of the service specification can be kept only with a WORKFLOW.md.',
      nextStep: 'Leave `--strict` out, or name the file with `--workflow`.',
    });
  let config: LoadedConfig = first;
  usePrices(ownPrices(config.config));
  await preflight(options.workplace, first.settings.target, options.target);
  const sandbox = openSandbox();
  const confines = confinement(sandbox);
  await confines.look(overridden(config.settings, options));
  return {
    request,
    sandbox,
    config: () => config,
    settings: () => confines.apply(overridden(config.settings, options), config),
    apply(result) {
      if (!result.ok) return { ok: false, message: result.problems.map((each) => each.message).join(' ') };
      config = result;
      usePrices(ownPrices(config.config));
      return { ok: true };
    },
  };
}

/** In a repository that names no players, those that are ready on this machine play (C23). */
async function withAgents(request: LoadRequest): Promise<LoadRequest> {
  if (!mayLook()) return request;
  const { sources } = await loadConfig(request);
  if (sources.lineOf(['players']) !== null) return request;
  const agents = await readyAgents(process.env);
  return { ...request, defaults: { ...request.defaults, agents } };
}

function overridden(settings: Settings, { rehearse, target, strict }: OrchestraOptions): Settings {
  const players = Object.fromEntries(
    Object.entries(settings.players).map(([name, player]) => [
      name,
      // What was set for the agent it stands in for is not for the rehearsal player.
      { agent: 'rehearsal', model: player.model, slots: player.slots, stallTimeoutMs: player.stallTimeoutMs },
    ]),
  );
  return {
    ...settings,
    ...(rehearse ? { players } : {}),
    ...(target === null ? {} : { target }),
    ...(strict ? { conformance: 'letter' as const } : {}),
  };
}

/**
 * Where this machine can confine nobody, the default steps back to no sandbox and says so; a sandbox
 * somebody asked for does not, and its runs fail with the reason.
 */
function confinement(sandbox: Sandbox) {
  let possible = true;
  return {
    async look({ players }: Settings): Promise<void> {
      if (Object.values(players).every((player) => (player.sandbox ?? 'off') === 'off')) return;
      const { files, detail, fix } = await sandbox.examine();
      possible = files;
      if (!files) warn(`Agents are not confined here: ${detail}${fix === null ? '' : ` ${fix}`}`);
    },
    apply(settings: Settings, { sources }: LoadedConfig): Settings {
      if (possible || sources.lineOf(['sandbox', 'profile']) !== null) return settings;
      const players = Object.fromEntries(
        Object.entries(settings.players).map(([name, player]) => [
          name,
          sources.lineOf(['players', name, 'sandbox']) === null
            ? { ...player, sandbox: 'off' as const }
            : player,
        ]),
      );
      return { ...settings, players };
    },
  };
}

const broken = (problems: readonly { readonly message: string }[]): PortError =>
  new PortError({
    code: 'invalid',
    message: `The configuration cannot be used: ${problems.map((each) => each.message).join(' ')}`,
    nextStep: '`symphony config validate` lists every problem.',
  });
