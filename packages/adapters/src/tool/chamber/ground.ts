import type { Launch } from '@symphony/domain';
import type { Marker } from '../../process/index.ts';
import type { Place } from './place.ts';
import type { Repository } from './repository.ts';

/** What the tools of one chamber share. */
export interface ChamberGround {
  readonly place: Place;
  /** The whole environment of what is started here. */
  readonly env: Readonly<Record<string, string>>;
  /** By which processes are found again, also those that left their group. */
  readonly marker: Marker;
  /** Puts a program into the sandbox. */
  confine(launch: Launch): Launch;
  /** The repository around the folder as it was when the tools were made; null where there is none. */
  readonly repository: Repository | null;
}
