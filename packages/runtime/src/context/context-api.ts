import {
  type Cabinet,
  type Clock,
  failureOf,
  type Journal,
  type Json,
  type ToolResult,
} from '@symphony/domain';
import type { ContextEngine } from '../engines.ts';
import { Experience, type Learned } from '../learning/experience.ts';
import { percent, suggestTools } from '../learning/suggest.ts';
import { type Check, checkOf } from '../tools/schema.ts';
import { History } from './history.ts';
import { insightsOf } from './insights.ts';
import { learnFrom } from './learning-from.ts';
import { isMagicIntent, MAGIC, type MagicIntent, type MagicParams } from './magic.ts';
import { analyzePatterns } from './pattern-analysis.ts';
import { performanceOf } from './performance.ts';
import { buildTree, type ContextTree } from './tree.ts';
import { checkTree, type PromptLimits, TreeCache, treePrompt } from './tree-use.ts';

export interface ContextParts {
  readonly journal: Journal;
  readonly cabinet: Cabinet;
  readonly clock: Clock;
  /** Absent: one of its own, in the same cabinet. */
  readonly experience?: Experience;
  /** Names of the tools there are. Absent: what was used is taken to be there. */
  readonly tools?: () => readonly string[];
}

type Answer = Omit<ToolResult, 'metrics'>;
type Answers = { readonly [I in MagicIntent]: (params: MagicParams[I]) => Answer };

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
/** What it is about when nobody says which session: all of them. */
const EVERY_SESSION = 'default';
const [LEAST_CONFIDENCE, MOST_CONFIDENCE, RECOMMENDED_CONFIDENCE] = [0.1, 1, 0.7];

/**
 * What the runtime knows of what it did, behind one question (R16): figures and history come from the journal, trust
 * from counted outcomes. `useMagic` never throws.
 */
export class ContextApi implements ContextEngine {
  readonly #journal: Journal;
  readonly #cabinet: Cabinet;
  readonly #clock: Clock;
  readonly #experience: Experience;
  readonly #history: History;
  readonly #tools: (() => readonly string[]) | null;
  readonly #trees = new TreeCache();
  readonly #checks = new Map<MagicIntent, Check>();

  constructor({ journal, cabinet, clock, experience, tools }: ContextParts) {
    this.#journal = journal;
    this.#cabinet = cabinet;
    this.#clock = clock;
    this.#experience = experience ?? new Experience(cabinet);
    this.#history = new History(journal, cabinet);
    this.#tools = tools ?? null;
  }

  async useMagic(intent: string, params: Readonly<Record<string, Json>> = {}): Promise<ToolResult> {
    const startTime = this.#clock.now();
    let answer: Answer;
    try {
      answer = await this.#answer(intent, params);
    } catch (error) {
      answer = { success: false, error: `The magic failed: ${failureOf(error).message}` };
    }
    const endTime = this.#clock.now();
    return { ...answer, metrics: { duration: endTime - startTime, startTime, endTime } };
  }

  healthy(): boolean {
    try {
      this.#history.catchUp();
      return true;
    } catch {
      // That it cannot be read is the answer.
      return false;
    }
  }

  tree(sessionId = EVERY_SESSION): ContextTree {
    const now = this.#clock.now();
    const seq = this.#history.catchUp();
    const known = this.#trees.get(sessionId, seq, now);
    if (known) return known;
    const everywhere = sessionId === EVERY_SESSION;
    const story = everywhere ? null : this.#history.story(sessionId);
    const tree = buildTree({
      sessionId,
      executions: this.#history.executions(now, everywhere ? undefined : sessionId),
      stories: everywhere ? this.#history.stories(10) : story ? [story] : [],
      learned: this.#learned(now),
      tools: this.#tools?.() ?? null,
      now,
    });
    this.#trees.put(tree, seq);
    return tree;
  }

  prompt(sessionId?: string, limits?: PromptLimits): string {
    return treePrompt(this.tree(sessionId), limits);
  }

  async #answer(intent: string, params: Readonly<Record<string, Json>>): Promise<Answer> {
    if (!isMagicIntent(intent)) return { success: false, error: `Unknown magic intent: ${intent}` };
    let check = this.#checks.get(intent);
    if (!check) {
      check = checkOf(MAGIC[intent]);
      this.#checks.set(intent, check);
    }
    const checked = await check(params ?? {});
    if (!checked.ok) return { success: false, error: `${intent}: ${checked.problems.join('; ')}.` };
    await this.#journal.written();
    const answer = this.#answers[intent] as (params: unknown) => Answer;
    return answer(checked.value);
  }

  readonly #answers: Answers = {
    suggest_tools: (params) => this.#suggest(params),
    learn_from_execution: (params) => {
      this.#trees.clear();
      return told(learnFrom(params, this.#experience, this.#clock.now()));
    },
    get_insights: (params) => this.#insights(params),
    analyze_patterns: (params) => {
      const now = this.#clock.now();
      return told(analyzePatterns(this.#learned(now), params, now));
    },
    optimize_performance: (params) => {
      const now = this.#clock.now();
      return told(performanceOf(this.#history.executions(now), this.#learned(now), params));
    },
    update_pattern_stats: (params) => this.#updatePattern(params),
    validate_command_update: (params) => this.#validateCommand(params),
    validate_context_tree: ({ sessionId = EVERY_SESSION, maxNodes = 50, operation = 'build' }) => {
      const check = checkTree(this.tree(sessionId), maxNodes, this.#tools?.() ?? null);
      return told({ ...check, sessionId, maxNodes, operation });
    },
    prune_context: (params) => this.#prune(params),
  };

  #suggest({ task, agentName, previousAttempts = [] }: MagicParams['suggest_tools']): Answer {
    const now = this.#clock.now();
    const learned = this.#learned(now);
    const failed = previousAttempts.flatMap((each) =>
      typeof each === 'string' ? each : each.success === true ? [] : each.toolName,
    );
    const used = new Map<string, number>();
    if (agentName !== undefined)
      for (const { agent, tool } of this.#history.executions(now))
        if (agent === agentName) used.set(tool, (used.get(tool) ?? 0) + 1);
    const tools = this.#tools?.();
    const suggestions = suggestTools(
      { task, failed, usedBy: (tool) => used.get(tool) ?? 0, ...(tools ? { tools } : {}) },
      learned,
    );
    return told({
      task,
      suggestions,
      recommendations: [
        ...(suggestions.length === 0
          ? ['Nothing is known of such a request: choose by what the tools say.']
          : []),
        ...suggestions
          .slice(0, 1)
          .filter(({ confidence, totalUsage }) => confidence < 0.5 && totalUsage >= 3)
          .map(({ toolName }) => `Even the best known tool, ${toolName}, fails more often than it works.`),
        ...failed.map((tool) => `${tool} was tried for this already.`),
      ],
      totalPatternsAnalyzed: learned.length,
    });
  }

  #insights({ sessionId, toolName, timeframe, includeFailures }: MagicParams['get_insights']): Answer {
    const now = this.#clock.now();
    const executions = this.#history
      .executions(now, sessionId)
      .filter(
        ({ tool, at }) =>
          (toolName === undefined || tool === toolName) && (timeframe === undefined || now - at <= timeframe),
      );
    if (executions.length === 0)
      return told({ message: 'Nothing was done that fits the question.', totalExecutions: 0 });
    return told(insightsOf(executions, now, includeFailures === undefined ? {} : { includeFailures }));
  }

  #updatePattern(params: MagicParams['update_pattern_stats']): Answer {
    const { nlpPattern, toolName, success, executionTime, metadata = {} } = params;
    const now = this.#clock.now();
    if (!this.#experience.of('pattern-tool', nlpPattern, toolName, now))
      return { success: false, error: `There is no pattern "${nlpPattern}" for ${toolName}.` };
    const [learned] = this.#experience.learn([
      {
        pairing: 'pattern-tool',
        subject: nlpPattern,
        choice: toolName,
        success,
        at: now,
        ...(executionTime === undefined ? {} : { latencyMs: executionTime }),
      },
    ]);
    this.#trees.clear();
    return told({
      patternId: learned?.id ?? null,
      updatedStats: statsOf(learned),
      metadata: metadata as Json,
    });
  }

  #validateCommand(params: MagicParams['validate_command_update']): Answer {
    const { nlpPattern, toolName, operation = 'add', confidence = 0.5 } = params;
    const others = this.#learned(this.#clock.now()).filter(
      ({ subject, choice }) => subject === nlpPattern && choice !== toolName,
    );
    const hasPatternConflicts = others.length > 0;
    if (hasPatternConflicts && operation === 'add')
      return {
        success: false,
        error: `"${nlpPattern}" leads to ${others.map(({ choice }) => choice).join(', ')} already.`,
        result: { isValid: false, hasPatternConflicts },
      };
    if (!(confidence >= LEAST_CONFIDENCE && confidence <= MOST_CONFIDENCE))
      return {
        success: false,
        error: `The confidence must be from ${LEAST_CONFIDENCE} to ${MOST_CONFIDENCE}.`,
        result: { isValid: false, hasPatternConflicts },
      };
    const recommendedConfidence = Math.max(confidence, RECOMMENDED_CONFIDENCE);
    return told({ isValid: true, hasPatternConflicts, operation, recommendedConfidence });
  }

  /** Calls of one session, or of all and then what was learned too. */
  #prune(params: MagicParams['prune_context']): Answer {
    const { sessionId, maxAge = WEEK_MS, minConfidence, keepRecentCount = 0 } = params;
    const now = this.#clock.now();
    const prunedEntries = this.#history.forget({
      before: now - maxAge,
      keep: keepRecentCount,
      now,
      ...(sessionId === undefined ? {} : { session: sessionId }),
    });
    let prunedPatterns = 0;
    if (sessionId === undefined) {
      // What was learned fades by itself and is worth keeping longer than the single call.
      const learnedAge = Math.max(maxAge, LEARNED_MS);
      const pruning = { now, maxAgeMs: learnedAge, keepRecent: keepRecentCount };
      const more = minConfidence === undefined ? pruning : { ...pruning, minConfidence };
      prunedPatterns =
        this.#experience.prune('pattern-tool', more) + this.#experience.prune('class-player', more);
      this.#cabinet.sweep(now);
    }
    this.#trees.clear();
    return told({ pruningCompleted: true, prunedEntries, prunedPatterns, maxAge });
  }

  #learned(now: number): readonly Learned[] {
    return this.#experience.all('pattern-tool', now);
  }
}

const LEARNED_MS = 180 * 24 * 60 * 60 * 1000;

const told = (result: Json): Answer => ({ success: true, result });

const statsOf = (learned: Learned | undefined): Json =>
  learned
    ? {
        successCount: learned.counts.succeeded,
        failureCount: learned.counts.used - learned.counts.succeeded,
        successRate: percent(learned.counts.succeeded, learned.counts.used),
        lastUsed: learned.counts.lastUsed,
        averageLatency: learned.counts.latencyMs,
        confidence: learned.confidence,
      }
    : null;
