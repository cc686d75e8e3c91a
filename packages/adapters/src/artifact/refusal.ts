import { type Artifact, type ArtifactId, type KeepReason, PortError } from '@symphony/domain';

/** What every artifact store says when it cannot do what it was asked. */

export const notThere = (id: ArtifactId): PortError =>
  new PortError({
    code: 'missing',
    message: `There is no artifact ${id}.`,
    nextStep: '`symphony artifact list` shows those there are.',
  });

export const notAcceptable = (message: string): PortError => new PortError({ code: 'invalid', message });

const BECAUSE: Readonly<Record<KeepReason, string>> = {
  held: 'it is held',
  tagged: 'it is tagged',
  referenced: 'other artifacts are derived from it',
};

export const mustStay = ({ id, name }: Artifact, reasons: readonly KeepReason[]): PortError =>
  new PortError({
    code: 'refused',
    message: `Artifact ${id} (${name}) stays: ${reasons.map((each) => BECAUSE[each]).join(', ')}.`,
    nextStep: 'Release it, take its tags off or remove what is derived from it first.',
  });

/** `what` goes after "its content": "is missing", "is damaged". */
export const unreadable = (
  { id, name }: Pick<Artifact, 'id' | 'name'>,
  hash: string,
  what: string,
  cause?: unknown,
): PortError =>
  new PortError(
    {
      code: 'disk',
      message: `Artifact ${id} (${name}) cannot be read: its content ${hash} ${what}.`,
      nextStep:
        '`symphony artifact verify` finds every damaged content; storing the same content again mends it.',
    },
    cause,
  );
