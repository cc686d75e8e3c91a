import { type Failure, failureOf } from '@symphony/domain';

/** Why somebody gets no lease, in words for a person. */

export const DRAINING: Failure = {
  code: 'refused',
  message: 'The pool is draining: nothing more is given out.',
};

export const unknownInstrument = (id: string): Failure => ({
  code: 'missing',
  message: `The pool has no instrument ${id}.`,
});

export const tooBig = (id: string, memoryMb: number, limitMb: number): Failure => ({
  code: 'refused',
  message: `${id} needs ${memoryMb} MB and the pool may use ${limitMb} MB.`,
  nextStep: 'Give the pool more memory.',
});

export const noRoom = (id: string, memoryMb: number, limitMb: number): Failure => ({
  code: 'refused',
  message: `${id} needs ${memoryMb} MB and too much of the pool’s ${limitMb} MB is in use.`,
  nextStep: 'Wait until something is given back, or give the pool more memory.',
});

export const resting = (id: string, retryAfterMs: number): Failure => ({
  code: 'unavailable',
  message: `${id} failed and is tried again in ${Math.ceil(retryAfterMs / 1000)} s.`,
  retryAfterMs,
});

export const broken = (id: string, error: unknown, retryAfterMs: number): Failure => ({
  code: 'unavailable',
  message: `${id} is not available: ${failureOf(error).message}`,
  retryAfterMs,
});

export const tookTooLong = (id: string, waitedMs: number): Failure => ({
  code: 'timeout',
  message: `${id} was not available within ${Math.ceil(waitedMs / 1000)} s.`,
  nextStep: 'Wait longer, or give the pool more memory.',
});
