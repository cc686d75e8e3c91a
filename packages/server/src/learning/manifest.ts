import type { MissionFile } from './mission-files.ts';

/** `keep`: it is for the missions to come. `archive`: moved to where people find it. `purge`: it is of this mission alone. */
export type Course = 'keep' | 'archive' | 'purge';

export type LearningFile =
  | 'GOTCHAS.md'
  | 'FAILURE_ANALYSIS.json'
  | 'AGENT_METRICS.json'
  | 'MODULE_CACHE.json';

/**
 * Everything a mission leaves, and what becomes of it when the mission is cleaned up (M11). A file that is
 * not named here is told of and left alone. The log, artifacts, bundles and sessions are the whole
 * project's; `symphony clean` looks after them.
 */
export const MANIFEST = {
  /** In `.symphony/learning`. */
  learning: {
    'GOTCHAS.md': 'keep',
    'FAILURE_ANALYSIS.json': 'keep',
    'AGENT_METRICS.json': 'keep',
    'MODULE_CACHE.json': 'keep',
  } satisfies Readonly<Record<LearningFile, Course>>,
  /** In `.symphony/missions/<mission>`. */
  mission: {
    'MISSION_CONTEXT.json': 'purge',
    'DEVIATIONS.json': 'purge',
    'BUSINESS_LOGIC.json': 'archive',
    'MERGE_PLAN.json': 'purge',
    'INTEGRATION_PLAN.json': 'archive',
    'DISCOVERIES.json': 'purge',
    'PHASE_PROGRESS.json': 'purge',
  } satisfies Readonly<Record<MissionFile, Course>>,
  /** Its parts' files on the board. */
  board: 'purge',
  /** Chambers of its parts, once everything in them is merged. */
  chambers: 'purge',
  /** Its own branch and those of its parts, once they are contained in the target. */
  branches: 'purge',
} as const;

/** What becomes of a file in a mission's folder; null: nobody knows it. */
export const courseOf = (name: string): Course | null =>
  Object.hasOwn(MANIFEST.mission, name) ? MANIFEST.mission[name as MissionFile] : null;
