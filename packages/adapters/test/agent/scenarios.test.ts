import { join } from 'node:path';
import type { AgentPort, Json } from '@symphony/domain';
import { type FakeKind, type Fault, type Stage, type Step, scenarioContract } from '@symphony/testkit';
import { openRehearsal } from '../../src/agent/rehearsal/index.ts';
import { endRun, findMarked } from '../../src/process/index.ts';
import { itemWith } from './hall.ts';

const SCRIPTED_SPEND =
  'a rehearsal spends what its script says, and no model says anything to compare it with: the port contract and turns.test.ts look at its totals';

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
    const request = (
      steps: readonly Step[],
      change: { readonly run: string; readonly resume: string | null },
    ) => ({
      item: itemWith('prompts'),
      attempt: 1,
      player: { agent: 'rehearsal', slots: null, stallTimeoutMs: null, model: null },
      cwd: repository.path,
      env,
      prompt: promptOf(steps),
      ...change,
    });
    return {
      port,
      reopen: () => open(),
      request,
      prompt: promptOf,
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
    tellsReset: true,
    skip: { usage: SCRIPTED_SPEND, 'usage after resume': SCRIPTED_SPEND },
  },
);

const promptOf = (steps: readonly Step[]): string =>
  `REHEARSE:\n${JSON.stringify(steps.flatMap(rehearsalSteps))}`;

function rehearsalSteps(step: Step): Json[] {
  if ('say' in step) return [{ say: step.say }];
  if ('run' in step) return [{ run: step.run }];
  if ('ask' in step) return [{ permission: step.ask }, { run: step.ask }];
  if ('write' in step) return [{ write: step.write }];
  const fault = 'fault' in step ? FAULTS[step.fault] : undefined;
  if (fault === undefined) throw new Error(`a rehearsal has no step like ${JSON.stringify(step)}`);
  return [fault];
}

const FAULTS: Readonly<Partial<Record<Fault, Json>>> = {
  silent: { hang: true },
  err401: { fail: { message: 'the key is refused', fault: 'auth' } },
  err429: { limit: {} },
  err500: { fail: { message: 'the provider answers 500', fault: 'provider' } },
  limit: { limit: { until: '+1h' } },
};

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
