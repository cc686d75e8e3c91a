export { type HostingOptions, hostedAgent } from './hosted-agent.ts';
export { type Redact, redactor } from './redact.ts';
export { redactedProver } from './redacted-prover.ts';
export { secretsOf } from './secrets.ts';
export { takeoverDesk } from './takeover.ts';
