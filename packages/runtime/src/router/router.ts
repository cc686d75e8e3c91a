import type {
  Cabinet,
  Clock,
  Instant,
  Json,
  ModelRequest,
  Models,
  RouteDecision,
  StopSignal,
} from '@symphony/domain';
import { stopReason } from '../cancellation.ts';
import { clausesOf } from '../request/clauses.ts';
import { features } from '../request/features.ts';
import type { Role } from '../roles/role.ts';
import type { Classifier } from './classifier/classifier.ts';
import { contextNeeds } from './context-needs.ts';
import { whyPlan } from './leaning.ts';
import { type LearnedRoles, learnRoles, namedPattern, vouchForExamples } from './learned-roles.ts';
import { PLANNING, readRoute, routeQuestion } from './model-contract.ts';
import { OutcomeBook } from './outcome-book.ts';
import { extractParameters } from './parameters/extract.ts';
import { type Added, CommandMap } from './patterns/command-map.ts';
import { fade, type Pattern } from './patterns/pattern.ts';
import type { PatternLimits } from './patterns/validation.ts';
import { TARGET_ERROR, USUAL_THRESHOLDS } from './thresholds.ts';

/** Whom a model is asked through, so that the call is metered; a `Session` is one. */
export interface RouterSession {
  ask(request: ModelRequest): Promise<{ readonly text: string }>;
  readonly signal: StopSignal;
  readonly around: { readonly models: Pick<Models, 'describe'> };
}

export interface RouterSurroundings {
  readonly roles: readonly Role[];
  /** Absent: no model is asked. */
  readonly session?: RouterSession;
  /** How requests of this kind went, when the caller knows better than the router. */
  readonly history?: { readonly right: number; readonly wrong: number };
}

/** How a decision turned out. */
export interface RouteOutcome {
  readonly request: string;
  readonly decision: RouteDecision;
  readonly success: boolean;
  /** The fast path did not do and it was planned after all. */
  readonly escalated: boolean;
}

const DRAWER = 'router.patterns';
const SHORTEST = 3;
const LONGEST = 1000;
const PROVEN = 0.85;
/** A clause counts for a domain from here on. */
const HINTED = 0.5;
/** How sure a rule is ("several things are planned"), which nobody measured. */
const RULED = 0.9;
const PRUNED: PatternLimits = { maxAgeMs: 90 * 86_400_000, minTrust: 0.3, most: 5_000 };
/** So many new patterns make it worth looking for those nobody needs. */
const PRUNED_EVERY = 256;

/**
 * Says who answers a request (R7, R8): what is known by heart, then what examples teach, then a weak model, and
 * planning for everything else. Never rejects but when the session is stopped.
 */
export class Router {
  readonly #cabinet: Cabinet;
  readonly #clock: Clock;
  readonly #targetError: number;
  readonly #book: OutcomeBook;
  #map: CommandMap | null = null;
  #roles: readonly Role[] | null = null;
  #learned: LearnedRoles = { byName: new Map(), classifier: null };

  constructor(given: { readonly cabinet: Cabinet; readonly clock: Clock; readonly targetError?: number }) {
    this.#cabinet = given.cabinet;
    this.#clock = given.clock;
    this.#targetError = given.targetError ?? TARGET_ERROR;
    this.#book = new OutcomeBook(given.cabinet);
  }

  async decide(request: string, around: RouterSurroundings): Promise<RouteDecision> {
    const text = request.trim();
    if (text.length < SHORTEST) return planned(text, 0, 'nobody', 'It says too little.');
    if (text.length > LONGEST) return planned(text, RULED, 'nobody', 'It is too long for a quick answer.');
    this.prepare(around.roles);
    return this.#byPattern(text) ?? this.#byClassifier(text, around) ?? (await this.#byModel(text, around));
  }

  /** Learns from the examples of these roles, once; `decide` does it when nobody did before. */
  prepare(roles: readonly Role[]): void {
    if (roles === this.#roles) return;
    // Another list of the same roles teaches nothing new.
    if (this.#roles === null || !sameExamples(roles, this.#roles)) this.#learned = learnRoles(roles);
    else this.#learned = { ...this.#learned, byName: new Map(roles.map((role) => [role.name, role])) };
    this.#roles = roles;
    vouchForExamples(this.#known(), roles, this.#clock.now());
  }

  /** A pattern somebody vouches for. */
  add(
    pattern: Omit<Pattern, 'counts'>,
    options: { readonly confidence?: number; readonly replace?: boolean } = {},
  ): Added {
    const added = this.#known().add(pattern, { ...options, now: this.#clock.now() });
    if (added.ok) this.#keep(added.pattern);
    return added;
  }

  learn({ request, decision, success, escalated }: RouteOutcome): void {
    if (decision.path === 'planning') return;
    const now = this.#clock.now();
    const right = success && !escalated;
    if (decision.by === 'classifier' || decision.by === 'model')
      this.#book.note(decision.by, decision.confidence, right, now);
    const learned = this.#learnPattern(request, decision, right, now);
    if (!learned) return;
    this.#keep(learned);
    if (this.#known().size % PRUNED_EVERY === 0) this.prune();
  }

  patterns(): readonly Pattern[] {
    return this.#known().all();
  }

  /** Forgets patterns that were not used for long, proved wrong, or are too many. */
  prune(limits: PatternLimits = PRUNED): number {
    const gone = this.#known().prune(this.#clock.now(), limits);
    this.#cabinet.take(
      DRAWER,
      gone.map(({ id }) => id),
    );
    return gone.length;
  }

  #byPattern(text: string): RouteDecision | null {
    const several = features(text).clauses > 1;
    for (const { pattern, confidence, parameters } of this.#known().match(text, this.#clock.now())) {
      if (confidence < PROVEN) return null;
      const role = this.#learned.byName.get(pattern.route);
      // What a `*` caught may hold a second request.
      if (!role?.fast || (several && pattern.variables.length > 0)) continue;
      if (role.parameters.some(({ name, required }) => required && !(name in parameters))) continue;
      const why = `It is asked as in "${pattern.trigger}", which ${role.name} has answered well.`;
      return fast('fast', role.name, confidence, parameters, text, 'pattern', why);
    }
    return null;
  }

  /** Null: it cannot tell, and a model may be asked. */
  #byClassifier(text: string, around: RouterSurroundings): RouteDecision | null {
    const { classifier, byName } = this.#learned;
    const counted = features(text);
    if (counted.actions > 1)
      return planned(text, RULED, 'classifier', `It asks for ${counted.actions} things at once.`);
    if (!classifier) return null;
    const { label, confidence } = classifier.classify(text);
    const now = this.#clock.now();
    const limits = this.#book.thresholds('classifier', this.#targetError, now, classifier.tried);
    if (confidence < limits.planning) return null;
    const domains = domainsOf(text, classifier);
    if (domains > 1) return planned(text, RULED, 'classifier', `It touches ${domains} domains.`);
    const role = byName.get(label);
    if (!role?.fast)
      return planned(text, confidence, 'classifier', `It is for ${label}, which needs a plan.`);
    const { parameters, missing } = extractParameters(text, role.parameters);
    if (missing.length > 0)
      return planned(text, RULED, 'classifier', `${label} needs to know ${missing.join(', ')}.`);
    const history = around.history ?? this.#historyOf(text, label, now);
    const doubt = whyPlan({ features: counted, domains, missing, history });
    const sure = confidence >= Math.max(limits.fast, USUAL_THRESHOLDS.fast);
    if (doubt !== null && !sure) return planned(text, 1 - confidence, 'classifier', doubt);
    const path = confidence >= limits.fast ? 'fast' : 'lean-fast';
    return fast(
      path,
      label,
      confidence,
      parameters,
      text,
      'classifier',
      `It reads like what ${label} is for.`,
    );
  }

  async #byModel(text: string, { roles, session }: RouterSurroundings): Promise<RouteDecision> {
    const unsure = 'No role is clearly meant.';
    if (!session || session.around.models.describe('weak') === null || !roles.some((role) => role.fast))
      return planned(text, this.#doubtOf(text), this.#learned.classifier ? 'classifier' : 'nobody', unsure);
    let reply: string;
    try {
      reply = (await session.ask(routeQuestion(text, roles))).text;
    } catch (error) {
      if (session.signal.aborted) throw stopReason(session.signal);
      const message = error instanceof Error ? error.message : String(error);
      return planned(text, 0, 'nobody', `${unsure} The model could not be asked: ${message}`);
    }
    const said = readRoute(reply, roles);
    if (!said.valid) return planned(text, 0, 'model', `The model could not be understood: ${said.error}.`);
    const role = this.#learned.byName.get(said.route);
    if (said.route === PLANNING || !role)
      return planned(text, said.confidence, 'model', 'The model says it needs a plan.');
    const { parameters, missing } = told(text, role, said.parameters);
    if (missing.length > 0)
      return planned(text, RULED, 'model', `${role.name} needs to know ${missing.join(', ')}.`);
    const limits = this.#book.thresholds('model', this.#targetError, this.#clock.now());
    if (said.confidence < limits.planning)
      return planned(text, 1 - said.confidence, 'model', 'The model is not sure, and was wrong before.');
    const path = said.confidence >= limits.fast ? 'fast' : 'lean-fast';
    const decision = fast(
      path,
      role.name,
      said.confidence,
      parameters,
      text,
      'model',
      `A model chose ${role.name}.`,
    );
    return said.contextRequirements.length > 0
      ? { ...decision, contextRequirements: said.contextRequirements }
      : decision;
  }

  #doubtOf(text: string): number {
    const { classifier } = this.#learned;
    return classifier ? 1 - classifier.classify(text).confidence : 0;
  }

  #historyOf(text: string, route: string, now: Instant): { right: number; wrong: number } {
    const match = this.#known()
      .match(text, now)
      .find(({ pattern }) => pattern.route === route);
    return match ? fade(match.pattern.counts, now) : { right: 0, wrong: 0 };
  }

  #learnPattern(request: string, decision: RouteDecision, right: boolean, now: Instant): Pattern | null {
    const map = this.#known();
    const followed = map.match(request, now).find(({ pattern }) => pattern.route === decision.route);
    if (followed) return map.learn(followed.pattern.id, right, now, request);
    const role = this.#learned.byName.get(decision.route);
    const pattern = role ? namedPattern(request, role, decision.parameters) : null;
    return pattern && map.note(pattern, right, now);
  }

  #known(): CommandMap {
    this.#map ??= new CommandMap(
      this.#cabinet.list(DRAWER, this.#clock.now()).map(({ value }) => value as unknown as Pattern),
    );
    return this.#map;
  }

  #keep(pattern: Pattern): void {
    const value = pattern as unknown as Json;
    this.#cabinet.put([{ drawer: DRAWER, key: pattern.id, value, at: this.#clock.now() }]);
  }
}

/** What the model read, of those parameters the role declares, filled up with what the words say. */
function told(
  text: string,
  role: Role,
  said: Readonly<Record<string, Json>>,
): { readonly parameters: Readonly<Record<string, Json>>; readonly missing: readonly string[] } {
  const read = extractParameters(text, role.parameters);
  const usable = role.parameters.flatMap(({ name, choices }) => {
    const value = said[name];
    if (value === undefined || value === null || value === '') return [];
    return choices && !choices.includes(String(value)) ? [] : [[name, value] as const];
  });
  const parameters = { ...read.parameters, ...Object.fromEntries(usable) };
  return { parameters, missing: read.missing.filter((name) => !(name in parameters)) };
}

function domainsOf(text: string, classifier: Classifier): number {
  const clauses = clausesOf(text).filter((clause) => clause.includes(' '));
  if (clauses.length < 2) return 1;
  const hinted = clauses.slice(0, 6).map((clause) => classifier.classify(clause));
  return new Set(hinted.filter(({ confidence }) => confidence >= HINTED).map(({ label }) => label)).size || 1;
}

function sameExamples(some: readonly Role[], others: readonly Role[]): boolean {
  return (
    some.length === others.length &&
    some.every((role, at) => {
      const other = others[at]!;
      return role.name === other.name && role.examples.join('\n') === other.examples.join('\n');
    })
  );
}

const planned = (text: string, confidence: number, by: RouteDecision['by'], why: string): RouteDecision => ({
  route: PLANNING,
  confidence,
  parameters: {},
  contextRequirements: contextNeeds(text),
  path: 'planning',
  by,
  why,
});

const fast = (
  path: 'fast' | 'lean-fast',
  route: string,
  confidence: number,
  parameters: Readonly<Record<string, Json>>,
  text: string,
  by: RouteDecision['by'],
  why: string,
): RouteDecision => ({
  route,
  confidence,
  parameters,
  contextRequirements: contextNeeds(text),
  path,
  by,
  why,
});
