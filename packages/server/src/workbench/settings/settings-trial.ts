import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type ConfigResult, type LoadRequest, loadConfig, PROMPT_FOLDER } from '../../config/index.ts';
import { CONFIG_FILE } from '../../config/problem.ts';

/**
 * What would come of the configuration if its file said this. It is read where the file would stand,
 * in a folder made for it, beside the prompts of the repository: nothing but reading it can tell.
 */
export async function tryConfig(request: LoadRequest, text: string): Promise<ConfigResult> {
  const root = await mkdtemp(join(tmpdir(), 'symphony-settings-'));
  try {
    const workflow = request.workflow ? join(root, basename(request.workflow)) : null;
    const file = workflow ?? join(root, CONFIG_FILE);
    await mkdir(join(root, dirname(CONFIG_FILE)));
    await writeFile(file, text, { mode: 0o600 });
    await symlink(join(request.root, PROMPT_FOLDER), join(root, PROMPT_FOLDER), 'junction');
    return await loadConfig({ ...request, root, workflow });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
