import type { Clock } from '@symphony/domain';
import { type Admission, type EndpointHostOptions, openEndpointHost } from './endpoint-host.ts';
import type { Offered } from './offered.ts';
import { OpenQuestions } from './open-questions.ts';
import { runResources } from './resources/run-resources.ts';
import type { RunTools } from './run-tools.ts';
import { askTool } from './tools/ask-tool.ts';
import { contextTool } from './tools/context-tool.ts';
import { missionTools } from './tools/mission-tools.ts';
import { reportTools } from './tools/report-tools.ts';
import { trackerTools } from './tools/tracker-tools.ts';

/** Where agents find the host tools: one listener on this machine for all runs of a conductor. */
export interface ToolHost {
  /** Opens the tools of one run. Its token works until `close`. */
  admit(tools: RunTools): Admission;
  /** Ends all admissions and stops listening. Resolves when no connection is left. */
  close(): Promise<void>;
}

/** Rejects with one plain sentence when this machine lets nobody listen. */
export async function openToolHost(options: EndpointHostOptions): Promise<ToolHost> {
  const { clock } = options;
  const endpoints = await openEndpointHost(options);
  return {
    admit: (tools) => endpoints.open(({ ended }) => runOffer(tools, clock, ended)),
    close: () => endpoints.close(),
  };
}

/** A host that listens only when the first run needs it. An attempt that failed is made again with the next. */
export function toolHostOnDemand(options: EndpointHostOptions): ToolHostOnDemand {
  let host: Promise<ToolHost> | null = null;
  return {
    async admit(tools) {
      host ??= openToolHost(options).catch((error) => {
        host = null;
        throw error;
      });
      return (await host).admit(tools);
    },
    async close() {
      await (await host)?.close();
    },
  };
}

export interface ToolHostOnDemand {
  admit(tools: RunTools): Promise<Admission>;
  close(): Promise<void>;
}

/** All that a run is offered, as far as its tracker goes, and its mission if it is a part of one. */
const runOffer = (tools: RunTools, clock: Pick<Clock, 'after'>, ended: AbortSignal): Offered[] => [
  contextTool(tools),
  ...reportTools(tools),
  ...(tools.mission ? missionTools(tools.mission) : []),
  askTool(new OpenQuestions(tools, clock, ended), clock),
  ...trackerTools(tools.tracker),
  runResources(tools),
];
