import { openGitHub } from '../../github/index.ts';
import type { RemoteTracker, TrackerOptions } from '../provider.ts';
import { IssuesTracker } from './issues-tracker.ts';
import { ProjectTracker } from './project-tracker.ts';
import type { GitHubTrackerSettings } from './settings.ts';

/** Opens GitHub's issues, or a project over them, as a tracker. Nothing is asked until it is needed. */
export function openGitHubTracker(options: TrackerOptions<GitHubTrackerSettings>): RemoteTracker {
  const { settings, now = Date.now } = options;
  const github = openGitHub({ access: settings.access, now });
  return settings.project === null
    ? new IssuesTracker(github, settings, now)
    : new ProjectTracker(github, settings, settings.project, now);
}
