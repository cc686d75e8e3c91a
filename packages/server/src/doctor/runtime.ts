import { pickModels } from '../chat/models.ts';
import type { Environment, ResolvedRuntime } from '../config/index.ts';
import { type Finding, ok, warning } from './finding.ts';

const NAME = 'runtime';

/** Whether a chat could be answered, without a model being asked. Nothing else needs it. */
export function checkRuntime(runtime: ResolvedRuntime, env: Environment): Finding {
  const { config, trouble } = pickModels(runtime, env);
  // Nobody asked for chats: that there is no model for them is nothing to be mended.
  const wanted = Object.values(runtime.value.models).some((model) => model !== null);
  if (trouble && !wanted)
    return ok(NAME, `No model is set, so \`symphony chat\` cannot answer. ${trouble.nextStep}`);
  if (trouble) return warning(NAME, `${trouble.message} \`symphony chat\` cannot answer.`, trouble.nextStep);
  const models = new Set(
    Object.values(config).flatMap((choices) =>
      (choices ?? []).map(({ provider, model }) => `${provider} ${model}`),
    ),
  );
  return ok(NAME, `Chats are answered by ${[...models].join(', ')}.`);
}
