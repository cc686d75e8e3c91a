import type { ToolHostOnDemand, ToolHostOptions } from './index.ts';

/** The tool host, loaded when the first run needs it: a rehearsal never does. */
export function toolsOnDemand(options: ToolHostOptions): ToolHostOnDemand {
  let host: Promise<ToolHostOnDemand> | null = null;
  const load = async (): Promise<ToolHostOnDemand> => (await import('./index.ts')).toolHostOnDemand(options);
  return {
    async admit(tools) {
      host ??= load();
      return (await host).admit(tools);
    },
    async close() {
      await (await host)?.close();
    },
  };
}
