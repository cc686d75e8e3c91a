import { z } from 'zod';
import { duration, entry, listOf, none, oneOf, optional, section, text } from './value.ts';

/** What agents may do without asking, and how long they wait for a person. */

/** Tools whose pattern in `Tool(pattern)` is a command; with any other it is a path. */
const SHELLS =
  /^(bash|shell|sh|exec|execute|command|commandexecution|run_shell_command|exec_command|shell\.run|terminal)\*?$/i;

/** `Bash`, `Bash(git *)`, `Write(src/**)`: the short way to write a rule. */
function readRule(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  const [, tool, pattern] = /^([^()]+?)\s*(?:\((.*)\))?$/s.exec(given.trim()) ?? [];
  if (tool === undefined) return { tool: given };
  if (pattern === undefined) return { tool };
  return SHELLS.test(tool) ? { tool, command: pattern } : { tool, path: pattern };
}

const rule = z.preprocess(
  readRule,
  entry({ tool: none(text), command: none(text), path: none(text) }).refine(
    (each) => each.tool !== null || each.command !== null || each.path !== null,
    { error: 'needs a `tool`, a `command` or a `path`' },
  ),
);

export const permissionsSchema = section({
  allow: listOf(rule),
  ask: listOf(rule),
  deny: listOf(rule),
  /** What no rule speaks of. Null: allowed inside a sandbox, asked for outside of one. */
  otherwise: none(oneOf(['allow', 'ask', 'deny'])),
});

export const inboxSchema = section({
  wait: optional(duration('positive'), 3_600_000),
  /** The answer to a permission nobody gave or refused in that time. */
  unanswered: optional(oneOf(['allow', 'deny']), 'deny'),
});

export const sandboxSchema = section({
  profile: optional(oneOf(['off', 'standard', 'strict']), 'standard'),
  /** Besides the agent's own and the package registries. */
  hosts: listOf(text),
  /** Folders that may be written besides the usual caches; `~/` is the home folder. */
  caches: listOf(text),
});
