import { RpcError } from '@symphony/bus';
import type { FailureCode } from '@symphony/domain';
import { requestErrorOf } from '@symphony/protocol';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { answerError } from '../control/answer-error.ts';

/** Whatever goes wrong is answered in one form: `{ error: { code, message, next_step? } }`. */
export interface Problem {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  /** One plain sentence. */
  readonly message: string;
  readonly nextStep?: string | null;
}

const STATUS: Readonly<Record<FailureCode, ContentfulStatusCode>> = {
  invalid: 400,
  missing: 404,
  conflict: 409,
  refused: 409,
  credentials: 409,
  unavailable: 503,
  timeout: 504,
  disk: 500,
  internal: 500,
};

export const envelope = ({ code, message, nextStep }: Problem, more: object = {}) => ({
  error: { code, message, ...(nextStep ? { next_step: nextStep } : {}), ...more },
});

export const tell = (c: Context, problem: Problem, headers: Record<string, string> = {}): Response =>
  c.json(envelope(problem), problem.status, headers);

/** What a caller is told of something thrown; our insides go to `onFault` only. */
export function problemOf(error: unknown, onFault: (error: unknown) => void): Problem {
  if (error instanceof HTTPException) return fromException(error);
  const { code, message, nextStep } =
    error instanceof RpcError ? requestErrorOf(error) : answerError(error, onFault);
  return { status: STATUS[code], code, message, nextStep };
}

/** Thrown by what reads requests: a body that is no JSON, or is of another type. */
function fromException({ status }: HTTPException): Problem {
  if (status === 415)
    return {
      status,
      code: 'unsupported_media_type',
      message: 'The body must be JSON.',
      nextStep: 'Send it with Content-Type: application/json.',
    };
  return { status: 400, code: 'invalid', message: 'The body is not valid JSON.' };
}

export const NOT_FOUND: Problem = { status: 404, code: 'not_found', message: 'There is nothing here.' };

export const refuseMethod = (c: Context, methods: readonly string[]): Response =>
  tell(
    c,
    {
      status: 405,
      code: 'method_not_allowed',
      message: `This is not asked for with ${c.req.method}.`,
      nextStep: `Use ${methods.join(' or ')}.`,
    },
    { Allow: methods.join(', ') },
  );
