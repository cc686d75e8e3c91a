import type { Offered } from '../../../src/mcp/offered.ts';
import { offeredLog } from '../../../src/mcp/offered-log.ts';
import { suitePrompts } from './suite-prompts.ts';
import { suiteResources } from './suite-resources.ts';
import { suiteTools } from './suite-tools.ts';

/** All that the suite asks of a server, offered in the way our own things are. */
export const suiteOffer: readonly Offered[] = [offeredLog, ...suiteTools, suiteResources, ...suitePrompts];
