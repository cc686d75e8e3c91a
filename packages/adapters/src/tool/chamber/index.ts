import { randomUUID } from 'node:crypto';
import type { Launch, Tool } from '@symphony/domain';
import type { Marker } from '../../process/index.ts';
import { changingTools } from './changing.ts';
import { gitCommitTool } from './git-commit.ts';
import { gitLookingTools } from './git-looking.ts';
import type { ChamberGround } from './ground.ts';
import { Place } from './place.ts';
import { readingTools } from './reading.ts';
import { repositoryAround } from './repository.ts';
import { searchTool } from './search.ts';
import { shellTool } from './shell.ts';

export interface ChamberToolOptions {
  /** The folder they work in, and do not leave. */
  readonly root: string;
  /** The whole environment of what they start: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Carried by every process they start. Without one each set of tools has its own. */
  readonly marker?: Marker;
  /** Puts what they start into a sandbox. */
  readonly confine?: (launch: Launch) => Launch;
  /** Names below the root that are not for them; `.symphony` unless told. */
  readonly closed?: readonly string[];
}

/** Files, search, shell and git in one folder. To be made before anybody works there: see `repositoryAround`. */
export function chamberTools(options: ChamberToolOptions): Tool[] {
  const place = new Place(options.root, options.closed ?? ['.symphony']);
  const ground: ChamberGround = {
    place,
    env: options.env,
    marker: options.marker ?? { instance: `tools-${randomUUID()}`, role: 'agent', run: '' },
    confine: options.confine ?? ((launch) => launch),
    repository: repositoryAround(place.root),
  };
  return [
    ...readingTools(ground),
    ...changingTools(ground),
    searchTool(ground),
    shellTool(ground),
    ...gitLookingTools(ground),
    gitCommitTool(ground),
  ];
}
