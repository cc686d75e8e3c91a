import { z } from '@hono/zod-openapi';

/** What the public specification promises, field by field (§13.7.2). Names are kept; fields may be added. */

const tokens = z.object({ input_tokens: z.int(), output_tokens: z.int(), total_tokens: z.int() });

const session = z.object({
  session_id: z.string(),
  turn_count: z.int(),
  state: z.string(),
  started_at: z.string(),
  last_event: z.string(),
  last_message: z.string(),
  last_event_at: z.string(),
  tokens,
});

const issue = z.object({
  issue_id: z.string(),
  issue_identifier: z.string(),
  issue_url: z.string().nullable(),
});

const retry = z.object({ attempt: z.int(), due_at: z.string(), error: z.string() });

const snapshot = z.object({
  generated_at: z.string(),
  counts: z.object({ running: z.int(), retrying: z.int() }),
  running: z.array(issue.extend(session.shape)),
  retrying: z.array(issue.extend(retry.shape)),
  codex_totals: tokens.extend({ seconds_running: z.number() }),
  rate_limits: z.looseObject({}).nullable(),
});

const missed = z.object({
  generated_at: z.string(),
  error: z.object({ code: z.enum(['snapshot_timeout', 'snapshot_unavailable']), message: z.string() }),
});

export const stateShape = z.union([snapshot, missed]).openapi('State');

export const issueShape = z
  .object({
    issue_identifier: z.string(),
    issue_id: z.string(),
    status: z.string(),
    workspace: z.object({ path: z.string().nullable() }),
    attempts: z.object({ restart_count: z.int(), current_retry_attempt: z.int() }),
    running: session.nullable(),
    retry: retry.nullable(),
    logs: z.object({
      codex_session_logs: z.array(
        z.object({ label: z.string(), path: z.string(), url: z.string().nullable() }),
      ),
    }),
    recent_events: z.array(z.object({ at: z.string(), event: z.string(), message: z.string() })),
    last_error: z.string().nullable(),
    tracked: z.looseObject({}),
  })
  .openapi('Issue');

export const refreshShape = z
  .object({
    queued: z.boolean(),
    coalesced: z.boolean(),
    requested_at: z.string(),
    operations: z.array(z.enum(['poll', 'reconcile'])),
  })
  .openapi('Refresh');

export type State = z.output<typeof snapshot>;
export type Issue = z.output<typeof issueShape>;
export type Refresh = z.output<typeof refreshShape>;
