import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { refusalIn } from '@symphony/adapters/sandbox';
import {
  type AgentEvent,
  type AgentPort,
  type AgentSession,
  type AgentStart,
  type Enclosure,
  failureOf,
  type Launch,
} from '@symphony/domain';
import type { Admission, ToolHostOnDemand } from '../mcp/index.ts';
import { type EnclosingOptions, enclose } from './enclosing.ts';
import { hiddenPathIn } from './hidden-path.ts';
import type { Redact } from './redact.ts';
import { RunDesk, type RunDeskOptions } from './run-desk.ts';

export interface HostingOptions extends EnclosingOptions {
  /** Temporary folders of runs lie here. */
  readonly scratch: string;
  /** Null: agents are offered no tools of ours. */
  tools(): ToolHostOnDemand | null;
  readonly desk: RunDeskOptions;
  /** Takes secrets out of what is heard. */
  readonly redact: Redact;
  warn(message: string): void;
}

/** What stands around one run: all of it goes when the run's agent is gone. */
interface Surroundings {
  readonly start: AgentStart;
  readonly enclosure: Enclosure | null;
  readonly desk: RunDesk | null;
  leave(): Promise<void>;
}

/**
 * An agent as the conductor gets it: its own temporary folder, its sandbox, its host tools, and
 * nothing secret in what it says. The agent's adapter knows of none of this.
 */
export function hostedAgent(agent: AgentPort, options: HostingOptions): AgentPort {
  return {
    ...agent,
    async start(request, hear) {
      /** Of this run alone: its tools' token, its way through the proxy. */
      const secrets: string[] = [];
      const clean = (event: AgentEvent): void => hear(options.redact(event, secrets));
      // A player of ours that nobody asked to confine and that calls no tools needs nothing around it.
      if (!agent.needs && !usesTools(agent, request) && (request.player.sandbox ?? 'off') === 'off')
        return agent.start(request, clean);
      const around = await surround(agent, request, options, secrets, clean);
      try {
        const session = await agent.start(around.start, (event) => {
          if (event.type === 'exited') void around.leave();
          clean(event);
          if (event.type === 'started' && around.enclosure)
            clean({ type: 'contained', text: around.enclosure.detail });
          const refused = around.enclosure && refusalOf(event);
          if (refused) clean({ type: 'contained', text: refused });
        });
        return hostedSession(session, around);
      } catch (error) {
        await around.leave();
        throw error;
      }
    },
  };
}

const usesTools = (agent: AgentPort, request: AgentStart): boolean =>
  agent.usesTools?.(request) ?? agent.needs !== undefined;

async function surround(
  agent: AgentPort,
  request: AgentStart,
  options: HostingOptions,
  secrets: string[],
  hear: (event: AgentEvent) => void,
): Promise<Surroundings> {
  const { run, cwd, player } = request;
  const tmp = join(options.scratch, run);
  await mkdir(tmp, { recursive: true });
  let admission: Admission | null = null;
  let enclosure: Enclosure | null = null;
  let left: Promise<void> | null = null;
  const leave = (): Promise<void> => {
    left ??= (async () => {
      admission?.close();
      await enclosure?.close();
      await rm(tmp, { recursive: true, force: true });
    })().catch((error) =>
      options.warn(`What served run ${run} was not put away: ${failureOf(error).message}`),
    );
    return left;
  };
  try {
    const host = usesTools(agent, request) ? options.tools() : null;
    const post: RunDeskOptions['post'] = (input, answered) =>
      options.desk.post(options.redact(input, secrets), answered);
    const desk = host ? new RunDesk(request, { ...options.desk, post }, hear) : null;
    if (host && desk) admission = await host.admit(desk);
    const tools = admission?.server;
    if (tools) secrets.push(tools.token);
    const env = {
      ...request.env,
      TMPDIR: tmp,
      ...(tools ? { SYMPHONY_TOOLS_TOKEN: tools.token } : {}),
    };
    enclosure = await enclose(options, {
      run,
      profile: player.sandbox ?? 'off',
      cwd,
      env,
      needs: agent.needs,
      hosts: tools ? [new URL(tools.url).host] : [],
      tmp,
      refused: (what) => hear({ type: 'contained', text: refusedHost(what) }),
    });
    const { warm, ...plain } = request;
    const start: AgentStart = {
      // One that was made ready beforehand is not in this sandbox.
      ...(enclosure === null && warm ? request : plain),
      env,
      ...(enclosure && {
        confine: (launch) => {
          const confined = (enclosure as Enclosure).confine(launch);
          secrets.push(...proxySecrets(confined));
          return confined;
        },
      }),
      ...(tools && { tools }),
    };
    return { start, enclosure, desk, leave };
  } catch (error) {
    await leave();
    throw error;
  }
}

/** Answers to what the host tools asked go to them, all others to the agent. */
function hostedSession(session: AgentSession, { desk, leave }: Surroundings): AgentSession {
  return {
    process: session.process,
    prompt: (text) => session.prompt(text),
    stop: async (graceMs) => {
      await session.stop(graceMs);
      await leave();
    },
    answer: async (id, text) => {
      if (!desk?.answer(id, text)) await session.answer?.(id, text);
    },
    ...(session.interrupt && { interrupt: () => session.interrupt?.() ?? Promise.resolve() }),
    ...(session.suspend && { suspend: () => session.suspend?.() ?? Promise.resolve() }),
    ...(session.unsuspend && { unsuspend: () => session.unsuspend?.() ?? Promise.resolve() }),
  };
}

function proxySecrets({ env }: Launch): string[] {
  const address = env.HTTPS_PROXY ?? '';
  const password = URL.canParse(address) ? new URL(address).password : '';
  return password === '' ? [] : [password];
}

const refusedHost = (host: string): string =>
  `${host} was refused: it is not one of the hosts this run may reach (sandbox.hosts adds one)`;

/** A tool that failed on the sandbox's walls says so in the system's words; a person wants to know whose walls. */
const refusalOf = (event: AgentEvent): string | null =>
  event.type === 'tool-ended' && !event.ok ? (refusalIn(event.summary) ?? hiddenPathIn(event.summary)) : null;
