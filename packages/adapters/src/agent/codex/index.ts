import { statSync } from 'node:fs';
import { type AgentPort, failureOf, PortError } from '@symphony/domain';
import { openGit } from '../../git/index.ts';
import type { Marker } from '../../process/marker.ts';
import { launchAgent } from '../program/index.ts';
import { detectCodex } from './detect.ts';
import { CodexSession, type SessionPlan } from './session.ts';
import {
  commandOf,
  interactiveLaunch,
  runOverrides,
  serverArgs,
  threadSettings,
  toolEnv,
  trustedHere,
  turnSettings,
} from './settings.ts';

export interface CodexOptions {
  /** Names the repository in the marker of every process. */
  readonly instance: string;
  /** How long codex may try again by itself when its provider fails, a minute unless given. */
  readonly retryPatienceMs?: number;
}

const mustBeFolder = (cwd: string): void => {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return;
  const message = `codex could not be started in ${cwd}: the folder is missing`;
  throw new PortError({ code: 'missing', family: 'invalid_workspace_cwd', message });
};

/** Its folder was looked at before, so that it is the program that is missing (svc-A9). */
const named = (error: unknown): never => {
  const failure = failureOf(error);
  throw failure.code === 'missing' ? new PortError({ ...failure, family: 'codex_not_found' }, error) : error;
};

/** Codex, by its `app-server`: one process and one thread per run. */
export function openCodex({ instance, retryPatienceMs = 60_000 }: CodexOptions): AgentPort {
  const git = openGit(instance);

  /** None where the chamber is no repository. */
  async function gitFolders(cwd: string): Promise<string[]> {
    const asked = ['rev-parse', '--path-format=absolute', '--git-dir', '--git-common-dir'];
    const { code, stdout } = await git.try(cwd, asked);
    return code === 0 ? [...new Set(stdout.trim().split('\n'))] : [];
  }

  return {
    name: 'codex',
    needs: {
      own: ['~/.codex'],
      hosts: ['api.openai.com', 'auth.openai.com', 'chatgpt.com', '*.chatgpt.com'],
      variables: ['CODEX_HOME', 'CODEX_API_KEY', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'],
    },
    async start(request, hear) {
      const { cwd, player, tools, run, confine } = request;
      mustBeFolder(cwd);
      const marker: Marker = { instance, role: 'agent', run };
      const writable = confine ? [] : await gitFolders(cwd);
      // A whole command line is taken as it is: what is ours goes with the thread instead (svc-A1).
      const { shell } = player;
      const program = {
        instance,
        name: 'codex',
        command: shell === undefined ? commandOf(player) : 'bash',
        args: shell === undefined ? serverArgs(request, marker, writable) : ['-lc', shell],
        env: toolEnv(tools),
      };
      const plan: SessionPlan = {
        settings: threadSettings(
          request,
          shell === undefined ? {} : { ...runOverrides(request, marker, writable), ...trustedHere(cwd) },
        ),
        turns: turnSettings(request),
        readTimeoutMs: player.codex?.readTimeoutMs ?? null,
        retryPatienceMs,
        launch: (heard, listen) => launchAgent(request, program, heard, listen).catch(named),
      };
      return CodexSession.start(request, plan, hear);
    },
    detect: (request) => detectCodex(request, instance),
    interactive: interactiveLaunch,
  };
}
