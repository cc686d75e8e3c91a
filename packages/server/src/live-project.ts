import { PortError, type Settings } from '@symphony/domain';
import { AGENTS, type LiveConfig } from './compose.ts';
import { type ConfigResult, type LoadedConfig, type LoadRequest, loadConfig } from './config/index.ts';
import { guessTarget } from './init/index.ts';
import type { OrchestraOptions } from './orchestra.ts';
import { preflight } from './preflight.ts';
import type { Workplace } from './workplace.ts';

/** The configuration in force: the last good one, with what the command line overrides. */
export interface LiveProject extends LiveConfig {
  readonly request: LoadRequest;
  /** Takes a changed configuration, or keeps the last good one and says why. */
  apply(result: ConfigResult): { readonly ok: true } | { readonly ok: false; readonly message: string };
}

export async function loadProject(options: OrchestraOptions): Promise<LiveProject> {
  const request = await configRequest(options.workplace);
  const first = await loadConfig(request);
  if (!first.ok) throw broken(first.problems);
  let config: LoadedConfig = first;
  await preflight(options.workplace, first.settings.target, options.target);
  return {
    request,
    config: () => config,
    settings: () => overridden(config.settings, options),
    apply(result) {
      if (!result.ok) return { ok: false, message: result.problems.map((each) => each.message).join(' ') };
      config = result;
      return { ok: true };
    },
  };
}

/** What `loadConfig` needs to know about the repository: where the work goes when nobody says. */
export async function configRequest(workplace: Workplace): Promise<LoadRequest> {
  return {
    root: workplace.root,
    env: process.env,
    defaults: { target: await guessTarget(workplace.root) },
    agents: AGENTS,
  };
}

function overridden(settings: Settings, { rehearse, target }: OrchestraOptions): Settings {
  const players = Object.fromEntries(
    Object.entries(settings.players).map(([name, player]) => [name, { ...player, agent: 'rehearsal' }]),
  );
  return {
    ...settings,
    ...(rehearse ? { players } : {}),
    ...(target === null ? {} : { target }),
  };
}

const broken = (problems: readonly { readonly message: string }[]): PortError =>
  new PortError({
    code: 'invalid',
    message: `The configuration cannot be used: ${problems.map((each) => each.message).join(' ')}`,
    nextStep: '`symphony config validate` lists every problem.',
  });
