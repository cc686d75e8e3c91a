import { join } from 'node:path';
import type { AgentPort, Json } from '@symphony/domain';
import { type FakeKind, type Stage, type Step, scenarioContract } from '@symphony/testkit';
import { openRehearsal } from '../../src/agent/rehearsal/index.ts';
import { endRun, findMarked } from '../../src/process/index.ts';
import { itemWith } from './hall.ts';

const SCRIPT_IS_FIXED =
  'a rehearsal knows its whole script from the start: the port contract plays its turns';
const NO_FAULT = 'a rehearsal fails without saying whose fault it is';
const NEVER_ASKS = 'a rehearsal asks questions, not for permission';

scenarioContract(
  'rehearsal',
  async (stage) => {
    const { instance, repository, env } = stage;
    const open = (node?: string) =>
      openRehearsal({ instance, sessions: join(stage.tmp, 'sessions'), ...(node && { node }) });
    const real = open();
    // The program is the adapter's own choice here, so the run tells whose turn it is.
    const fakes = new Map<string, AgentPort>();
    const port: AgentPort = {
      name: real.name,
      start: (request, hear) => (fakes.get(request.run) ?? real).start(request, hear),
    };
    const request = (script: Json, change: { readonly run: string; readonly resume: string | null }) => ({
      item: itemWith(script),
      attempt: 1,
      player: { agent: 'rehearsal', slots: null, stallTimeoutMs: null, model: null },
      cwd: repository.path,
      env,
      prompt: 'Do the work.',
      ...change,
    });
    return {
      port,
      reopen: () => open(),
      request: (steps, change) => request(steps.map(rehearsalStep), change),
      fake: async (kind, { run }) => {
        fakes.set(run, open(await fakePlayer(stage, kind)));
        return request([], { run, resume: null });
      },
      living: async (run) =>
        (await findMarked(instance)).filter(({ marker }) => marker.run === run).map(({ pid }) => pid),
      close: async () => {
        for (const { marker } of await findMarked(instance)) await endRun(marker);
      },
    };
  },
  {
    withoutModel: true,
    skip: {
      'several turns': SCRIPT_IS_FIXED,
      resume: SCRIPT_IS_FIXED,
      'error 500': NO_FAULT,
      'error 429': NO_FAULT,
      'usage limit': NO_FAULT,
      'invalid key': NO_FAULT,
      'permission allowed': NEVER_ASKS,
      'permission denied': NEVER_ASKS,
    },
  },
);

function rehearsalStep(step: Step): Json {
  if ('say' in step) return { say: step.say };
  if ('run' in step) return { run: step.run };
  if ('write' in step) return { write: step.write };
  if ('fault' in step && step.fault === 'silent') return { hang: {} };
  throw new Error(`a rehearsal has no step like ${JSON.stringify(step)}`);
}

const SAID: Readonly<Record<FakeKind, string>> = {
  'huge-line': `printf '{"type":"message","text":"'; head -c 10485760 /dev/zero | tr '\\0' x; printf '"}\\n'`,
  'garbage-line': `echo 'this is no JSON'`,
  'no-result': `echo '{"type":"message","text":"Here I go"}'; exit 3`,
};

/** Stands where Node should, and speaks as the player does. */
const fakePlayer = (stage: Stage, kind: FakeKind): Promise<string> =>
  stage.program(
    kind,
    `#!/bin/sh
echo '{"type":"ready","session":"fake"}'
${SAID[kind]}
echo '{"type":"turn-ended","status":"completed","message":"done"}'
read -r opening; read -r turn; read -r nothing_more
`,
  );
