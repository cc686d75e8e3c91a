/**
 * What agents may do without asking (C20). A policy is three lists of rules; of all rules that fit,
 * the strictest counts: deny before ask before allow. What no rule speaks of is as `otherwise` says.
 */

/** Something an agent wants to do and waits for leave to. */
export interface PermissionRequest {
  readonly id: string;
  /** As the agent calls it: `Bash`, `Write`, `commandExecution` … */
  readonly tool: string;
  /** One line a person can judge by. */
  readonly summary: string;
  /** The shell command, where it is one; for tools of chats all that they are called with. */
  readonly command: string | null;
  /** The files it would write, as far as they are known: relative to the chamber where they lie in it, else absolute. */
  readonly paths: readonly string[];
}

/** Fits when all that it names fits. `*` in a command or tool stands for anything, in a path for anything but `/`. */
export interface PermissionRule {
  readonly tool: string | null;
  readonly command: string | null;
  /** `**` crosses folders. */
  readonly path: string | null;
}

export type Verdict = 'allow' | 'ask' | 'deny';

export interface PermissionPolicy {
  readonly allow: readonly PermissionRule[];
  readonly ask: readonly PermissionRule[];
  readonly deny: readonly PermissionRule[];
  /** Null: allowed where the agent is confined, asked for where it is not. */
  readonly otherwise: Verdict | null;
}

export interface Judgement {
  readonly verdict: Verdict;
  /** The rule that decided, in a person's words. */
  readonly why: string;
}

export function judgePermission(
  policy: PermissionPolicy,
  request: PermissionRequest,
  confined: boolean,
): Judgement {
  const parts = commandParts(request.command);
  for (const verdict of ['deny', 'ask'] as const) {
    const rule = policy[verdict].find((each) => fits(each, request, parts, 'some'));
    if (rule) return { verdict, why: `${verdict}: ${ruleText(rule)}` };
  }
  const allowing = policy.allow.find((each) => fits(each, request, parts, 'every'));
  if (allowing && (allowing.command === null || !hidesCommands(request.command)))
    return { verdict: 'allow', why: `allow: ${ruleText(allowing)}` };
  if (policy.otherwise !== null)
    return { verdict: policy.otherwise, why: `nothing is said about ${request.tool}` };
  return confined
    ? { verdict: 'allow', why: 'it is confined to its sandbox' }
    : { verdict: 'ask', why: 'it is not confined' };
}

export const ruleText = ({ tool, command, path }: PermissionRule): string => {
  const inner = command ?? path;
  return `${tool ?? '*'}${inner === null ? '' : `(${inner})`}`;
};

/** A rule that forbids fits when one part of what is wanted fits; one that allows, when every part does. */
function fits(
  rule: PermissionRule,
  request: PermissionRequest,
  parts: readonly string[],
  how: 'some' | 'every',
): boolean {
  const { tool, command, path } = rule;
  if (tool !== null && !wildcard(tool, 'text').test(request.tool)) return false;
  if (command !== null && !holds(parts, wildcard(command, 'text'), how)) return false;
  if (path !== null && !holds(request.paths, wildcard(path, 'path'), how)) return false;
  return true;
}

const holds = (texts: readonly string[], pattern: RegExp, how: 'some' | 'every'): boolean =>
  texts.length > 0 && texts[how]((text) => pattern.test(text));

/**
 * The commands of a line. Quotes are not looked at: a separator inside them only makes more parts, so
 * that an allowing rule is harder to fit and a forbidding one easier.
 */
const commandParts = (command: string | null): string[] =>
  command === null
    ? []
    : command
        .split(/&&|\|\||[;|&\n]/)
        .map((part) => part.trim())
        .filter((part) => part !== '');

/** What is run inside `$(…)`, backticks or `<(…)` is not seen by the parts. */
const hidesCommands = (command: string | null): boolean => command !== null && /\$\(|`|[<>]\(/.test(command);

function wildcard(pattern: string, kind: 'text' | 'path'): RegExp {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  const body =
    kind === 'text'
      ? escaped.replace(/\*+/g, '.*')
      : escaped.replace(/\*+/g, (stars) => (stars.length > 1 ? '.*' : '[^/]*'));
  // `git *` is meant to fit a bare `git` too.
  return new RegExp(`^${kind === 'text' ? body.replace(/ \.\*$/, '( .*)?') : body}$`, 's');
}
