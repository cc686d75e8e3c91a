/** A workflow file in its two parts. Lines are those of the whole file. */
export interface WorkflowParts {
  /** The YAML between the two `---` lines, moved down so that its lines are the file's; null: there is none. */
  readonly front: string | null;
  /** What follows, trimmed. */
  readonly body: string;
  /** The line the body begins at. */
  readonly bodyLine: number;
}

const FENCE = /^---[ \t]*$/;

/** Front matter that is never closed reaches to the end of the file: all of it is YAML (svc-W2). */
export function splitWorkflow(text: string): WorkflowParts {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (!FENCE.test(lines[0] ?? '')) return { front: null, ...bodyOf(lines, 0) };
  const end = lines.findIndex((line, at) => at > 0 && FENCE.test(line));
  const close = end === -1 ? lines.length : end;
  return { front: ['', ...lines.slice(1, close)].join('\n'), ...bodyOf(lines, close + 1) };
}

function bodyOf(lines: readonly string[], from: number): Pick<WorkflowParts, 'body' | 'bodyLine'> {
  const first = lines.findIndex((line, at) => at >= from && line.trim() !== '');
  if (first === -1) return { body: '', bodyLine: from + 1 };
  return { body: lines.slice(first).join('\n').trim(), bodyLine: first + 1 };
}
