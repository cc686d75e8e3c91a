import type { Offered } from './offered.ts';

/**
 * Lets what is called send log messages (`context.mcpReq.log`), from the level on that the program has
 * set. Offered only where there are such messages: it says so to every program that connects.
 */
export const offeredLog: Offered = {
  register: ({ server }) => server.registerCapabilities({ logging: {} }),
};
