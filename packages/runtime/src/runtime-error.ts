/** Misuse of the runtime: thrown at once, never part of a result. */
export class RuntimeError extends Error {
  readonly code: RuntimeErrorCode;
  readonly severity = 'critical';
  /** What to do about it. */
  readonly guidance: string;
  constructor(code: RuntimeErrorCode, message: string, guidance: string) {
    super(`${code}: ${message} ${guidance}`);
    this.name = 'RuntimeError';
    this.code = code;
    this.guidance = guidance;
  }
}

export type RuntimeErrorCode =
  | 'E1003' // the request is empty
  | 'E2004' // a part is missing
  | 'E3003'; // the runtime is closed
