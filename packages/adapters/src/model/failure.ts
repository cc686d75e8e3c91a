import { type FailureCode, PortError } from '@symphony/domain';

/** What was the matter with a try, apart by what can be done about it. */
export type ModelTrouble =
  | 'key' // the provider does not know the key, or the key may not do this
  | 'quota' // the account is empty
  | 'limit' // too much was asked in too short a time
  | 'request' // it does not take this request, now or ever
  | 'outage' // it failed, or could not be reached
  | 'silence' // nothing came for too long
  | 'garbage' // it answered what cannot be used
  | 'flood'; // it answered more than can be taken in

const CODES: Readonly<Record<ModelTrouble, FailureCode>> = {
  key: 'refused',
  quota: 'refused',
  limit: 'unavailable',
  request: 'refused',
  outage: 'unavailable',
  silence: 'timeout',
  garbage: 'invalid',
  flood: 'invalid',
};

const NEXT_STEPS: { readonly [trouble in ModelTrouble]?: string } = {
  key: 'Check the key of this provider and what it may be used for.',
  quota: "Check the provider's bill.",
  request: 'Check the name of the model, its base URL and the size of what was asked.',
};

/** A model that could not be made to answer. The words of the provider are in it, secrets are not. */
export class ModelFailure extends PortError {
  readonly trouble: ModelTrouble;
  constructor(trouble: ModelTrouble, message: string, retryAfterMs: number | null = null) {
    const nextStep = NEXT_STEPS[trouble];
    super({
      code: CODES[trouble],
      message,
      ...(nextStep ? { nextStep } : {}),
      ...(retryAfterMs === null ? {} : { retryAfterMs }),
    });
    this.name = 'ModelFailure';
    this.trouble = trouble;
  }
}

/** The same request may be answered a moment later. */
export const mayPass = (trouble: ModelTrouble): boolean =>
  trouble === 'limit' || trouble === 'outage' || trouble === 'silence' || trouble === 'garbage';

/** It speaks against the provider, not against the request: what a circuit breaker counts. */
export const isIllness = (trouble: ModelTrouble): boolean => mayPass(trouble) && trouble !== 'limit';
