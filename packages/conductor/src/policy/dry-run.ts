import {
  type DataType,
  type FlowNode,
  type Json,
  outputsOf,
  type PlayerName,
  type PlayerSettings,
  type TrackedItem,
  type Values,
} from '@symphony/domain';

/**
 * A dry run of a melody (P9): its agent nodes are played by the rehearsal player, their proved work is
 * closed instead of merged, and nothing else is executed. The items carry the field `dry`, so that it
 * holds for them whatever becomes of the run that made them.
 */

export const NOT_MERGED = 'dry run: not merged';
export const NOT_EXECUTED = 'dry run: not executed';

export const isDry = ({ fields }: TrackedItem): boolean => fields.dry === true;

/** Who plays dry runs, configured or not, and nobody in its place: anybody else would work in earnest. */
export const REHEARSER: PlayerName = 'rehearsal';
export const REHEARSING: PlayerSettings = {
  agent: 'rehearsal',
  slots: null,
  stallTimeoutMs: null,
  model: null,
};

/** What an operator hands on that was not executed: the defaults of its ports, else an empty value. */
export const unexecutedOutputs = (node: FlowNode): Values =>
  Object.fromEntries(
    [...(outputsOf(node)?.values() ?? [])].map(({ name, type, default: usual }) => [
      name,
      usual ?? emptyOf(type),
    ]),
  );

function emptyOf(type: DataType): Json {
  switch (type) {
    case 'text':
      return '';
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'any':
    case 'json':
    case 'artifact':
      return null;
    default:
      return [];
  }
}
