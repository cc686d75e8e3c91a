export { cleanNow } from './auto.ts';
export type { CleanResult } from './carry-out.ts';
export { lastCleaned, openClean } from './clean.ts';
export { CLEAN_DEFAULTS, cleanSchema } from './config.ts';
export { scheduleClean } from './schedule.ts';
