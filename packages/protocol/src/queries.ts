import type {
  ArtifactFindings,
  ArtifactId,
  ArtifactQuery,
  ArtifactView,
  ChangesView,
  ChatHead,
  ChatId,
  ChatView,
  ConversationRecord,
  FindingView,
  Instant,
  ItemDetail,
  Lineage,
  Melody,
  MelodyShelfView,
  MelodySourceView,
  MelodyVerdict,
  MissionJudgement,
  MissionView,
  PatchView,
  RuntimeStatsView,
  RuntimeView,
  SettingProblem,
  SettingsView,
  StatsView,
  StatusView,
  TimelineView,
} from '@symphony/domain';

/**
 * What can be asked besides the status, by name. Nothing here changes anything, so each may be asked
 * again. Every face asks in these words: over the control socket, over a WebSocket, and as
 * `GET /api/v1/…`.
 */
export interface Queries {
  readonly item: Query<{ readonly id: string }, ItemDetail>;
  readonly changes: Query<{ readonly id: string }, ChangesView>;
  readonly patch: Query<{ readonly id: string; readonly path: string }, PatchView>;
  readonly artifacts: Query<ArtifactQuery, ArtifactFindings>;
  readonly artifact: Query<{ readonly id: ArtifactId }, ArtifactView>;
  readonly lineage: Query<{ readonly id: ArtifactId }, Lineage>;
  /** Without `from`: the last thirty days. */
  readonly stats: Query<{ readonly from?: Instant; readonly to?: Instant }, StatsView>;
  /** The board as it was when entry `seq` had just been recorded. */
  readonly replay: Query<{ readonly seq: number }, StatusView>;
  /** At most `marks` of what happened. */
  readonly timeline: Query<{ readonly marks: number }, TimelineView>;
  /** By its name. */
  readonly mission: Query<{ readonly id: string }, MissionView>;
  /** A mission as it was written. */
  readonly 'check-mission': Query<{ readonly text: string }, MissionJudgement>;
  /** Newest first. */
  readonly chats: Query<{ readonly limit?: number }, readonly ChatHead[]>;
  readonly chat: Query<{ readonly id: ChatId }, ChatView>;
  /** All of a chat, as `JSON` for elsewhere: a conversation for each request. */
  readonly 'chat-export': Query<{ readonly id: ChatId }, readonly ConversationRecord[]>;
  /** What chats are played with: models, tools, roles, and the timers that are set. */
  readonly runtime: Query<Nothing, RuntimeView>;
  /** How the runtime did; without `from`, in the last thirty days. */
  readonly 'runtime-stats': Query<{ readonly from?: Instant; readonly to?: Instant }, RuntimeStatsView>;
  readonly settings: Query<Nothing, SettingsView>;
  /** What would be wrong if the file said this. */
  readonly 'check-settings': Query<{ readonly text: string }, readonly SettingProblem[]>;
  readonly doctor: Query<Nothing, readonly FindingView[]>;
  readonly melodies: Query<Nothing, MelodyShelfView>;
  readonly 'melody-source': Query<{ readonly name: string }, MelodySourceView>;
  /** A melody as it was drawn, or as it was written. */
  readonly 'check-melody': Query<{ readonly melody: Melody } | { readonly text: string }, MelodyVerdict>;
}

export type QueryName = keyof Queries;
export type QueryParams<Q extends QueryName> = Queries[Q]['params'];
export type QueryResult<Q extends QueryName> = Queries[Q]['result'];

interface Query<Params, Result> {
  readonly params: Params;
  readonly result: Result;
}

type Nothing = Readonly<Record<string, never>>;
