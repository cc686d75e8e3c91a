import type { AgentEvent } from '@symphony/domain';
import type { ChildGroup } from '../../process/group.ts';
import type { Marker } from '../../process/marker.ts';
import { AgentLine, unrecognised } from '../program/agent-line.ts';
import type { Line } from '../program/line-reader.ts';
import { TurnWire } from '../program/turn-wire.ts';
import { type Opening, readFromPlayer } from './wire.ts';

/** The adapter's end of one player process. */
export class RehearsalSession extends TurnWire {
  /** `markers`: one of them is carried by whatever works for the session. */
  constructor(group: ChildGroup, markers: readonly Marker[], hear: (event: AgentEvent) => void) {
    const listen = (line: Line): void => this.#listen(line);
    super(new AgentLine({ group, markers, hear, name: 'the rehearsal player', listen }));
  }

  /** Once, and not for a player that knows its work already. */
  open(opening: Opening): void {
    this.line.send(opening);
  }

  /** The first turn. */
  begin(prompt: string): void {
    this.send({ type: 'turn', prompt });
  }

  #listen({ text, cut }: Line): void {
    const said = cut ? unrecognised(text) : readFromPlayer(text);
    if (said.type !== 'ready') return this.line.tell(said);
    // A second one would contradict the first; it is kept for people to see.
    if (this.line.unnamed) this.line.named(said.session);
    else this.line.tell(unrecognised(text));
  }
}
