/**
 * What can go wrong across a port: a small closed family, so that a decision can be made on the
 * code and a person can act on the sentence.
 */

export type FailureCode =
  | 'unavailable' // the other side did not answer; trying again may help
  | 'refused' // it answered no
  | 'credentials' // it does not let us in; once a person has renewed them, the same request is granted
  | 'invalid' // it answered something we cannot use
  | 'missing' // the thing is not there
  | 'conflict' // somebody else changed it meanwhile
  | 'timeout'
  | 'disk' // full, read-only or corrupt
  | 'internal';

/** What went wrong with a tracker, in the words of the public service specification (svc-T5). */
export type TrackerFamily =
  | 'unsupported_tracker_kind'
  | 'invalid_tracker_config'
  | 'missing_tracker_secret'
  | 'tracker_request'
  | 'tracker_status'
  | 'tracker_response'
  | 'tracker_pagination'
  | 'tracker_rate_limited';

/** What went wrong with an agent, likewise; how its turns end is told by the turns (svc-A9). */
export type AgentFamily =
  | 'codex_not_found'
  | 'invalid_workspace_cwd'
  | 'response_timeout'
  | 'response_error'
  | 'port_exit';

export interface Failure {
  readonly code: FailureCode;
  /** One plain sentence. */
  readonly message: string;
  /** What the person can do next, when there is something. */
  readonly nextStep?: string;
  readonly retryAfterMs?: number;
  /** Said by trackers that are reached over a network, and by agents that speak codex's protocol. */
  readonly family?: TrackerFamily | AgentFamily;
}

/** A failure thrown across a port. Ports reject with this and nothing else. */
export class PortError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure, cause?: unknown) {
    super(failure.message, cause === undefined ? undefined : { cause });
    this.name = 'PortError';
    this.failure = failure;
  }
}

/** All that a person is told of a failure: what went wrong, and what they can do. */
export function sayFailure({ message, nextStep }: Failure): string {
  if (nextStep === undefined) return message;
  return `${message}${/[.!?]$/.test(message) ? '' : '.'} ${nextStep}`;
}

/** Reads any thrown value as a failure; what is not ours is `internal`. */
export function failureOf(error: unknown): Failure {
  if (error instanceof PortError) return error.failure;
  return { code: 'internal', message: error instanceof Error ? error.message : String(error) };
}
