import { basename, join } from 'node:path';
import type { SettingProblem, SettingsView } from '@symphony/domain';
import { RequestError } from '@symphony/protocol';
import { type ConfigResult, explainConfig, type LoadRequest, loadConfig } from '../../config/index.ts';
import { CONFIG_FILE } from '../../config/problem.ts';
import { hideSecrets } from '../../config/secret.ts';
import { readSettingsText, writeSettingsText } from './settings-file.ts';
import { tryConfig } from './settings-trial.ts';

/** The configuration as it stands in its file and as it is used. No secret is in it. */
export async function settingsView(request: LoadRequest): Promise<SettingsView> {
  const text = readSettingsText(request.workflow ?? join(request.root, CONFIG_FILE));
  const result = await loadConfig(request);
  return {
    file: result.sources.file,
    text: shown(text),
    rows: explainConfig(result),
    problems: problemsOf(result),
  };
}

/** What would be wrong if the file said this. */
export const checkSettings = async (request: LoadRequest, text: string): Promise<readonly SettingProblem[]> =>
  problemsOf(await tryConfig(request, text));

/** Writes the file, unless it would be wrong or is not `instead` any more. */
export async function saveSettings(request: LoadRequest, text: string, instead: string): Promise<void> {
  if (request.workflow) throw isWorkflow(request.workflow);
  const still = (standing: string): void => {
    if (shown(standing) !== instead) throw changedMeanwhile();
    if (shown(standing) !== standing && text.includes(HIDDEN)) throw holdsSecret();
  };
  still(readSettingsText(join(request.root, CONFIG_FILE)));
  const errors = (await checkSettings(request, text)).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw wrong(errors);
  await writeSettingsText(request.root, text, still);
}

function problemsOf(result: ConfigResult): SettingProblem[] {
  const told = (severity: SettingProblem['severity'], all: ConfigResult['warnings']): SettingProblem[] =>
    all.map(({ line, message }) => ({ severity, line, message }));
  return [...(result.ok ? [] : told('error', result.problems)), ...told('warning', result.warnings)];
}

const HIDDEN = hideSecrets('-----BEGIN PRIVATE KEY-----');
const KEY_BLOCK = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;

/** The file may hold what must not leave the machine, although the configuration refuses it. */
const shown = (text: string): string => hideSecrets(text.replace(KEY_BLOCK, HIDDEN));

const changedMeanwhile = (): RequestError =>
  new RequestError(
    'conflict',
    `${CONFIG_FILE} has been changed by somebody else meanwhile.`,
    'Look at it as it is now, and make your change again.',
  );

/** Its prompt and its settings are one file, which may be another program's too. */
const isWorkflow = (file: string): RequestError =>
  new RequestError(
    'refused',
    `The settings come from ${basename(file)}, which is not changed from here.`,
    'Change the file itself: it is read again at once.',
  );

/** What was hidden from the person would be lost if it were written back. */
const holdsSecret = (): RequestError =>
  new RequestError(
    'refused',
    `${CONFIG_FILE} holds a secret that is not shown here, and saving would write over it.`,
    'Put the secret into an environment variable, and write `$NAME` in its place in the file itself.',
  );

const wrong = (errors: readonly SettingProblem[]): RequestError =>
  new RequestError(
    'invalid',
    `The configuration is not saved: ${errors.map(({ message }) => message).join(' ')}`,
    'Correct it and save again.',
  );
