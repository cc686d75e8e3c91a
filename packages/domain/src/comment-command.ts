/**
 * What a comment on a tracker commands: the first line that begins with `/symphony`, outside of quotes and code.
 * One command a comment; what an answer or a word to the agent says goes on to the end of the comment.
 */
export type CommentCommand =
  | { readonly name: 'retry' | 'stop' | 'pause' | 'resume' | 'approve' }
  | { readonly name: 'answer' | 'steer'; readonly text: string };

export type CommentReading =
  /** Most comments: people talk to each other. */
  | { readonly kind: 'none' }
  | { readonly kind: 'command'; readonly command: CommentCommand }
  /** Meant for us and not understood: one plain sentence for whoever wrote it. */
  | { readonly kind: 'unclear'; readonly reason: string };

/** What Symphony itself writes on a tracker begins its marker with this; such a comment commands nothing. */
export const COMMENT_MARKER = '<!-- symphony:';

/** Longer ones are cut: no more of them is recorded or handed to an agent. */
export const LONGEST_COMMENT = 10_000;

const PLAIN = ['retry', 'stop', 'pause', 'resume', 'approve'] as const;
const KNOWN = 'retry, stop, pause, resume, approve, answer TEXT and steer TEXT';
const CALL = /^ {0,3}\/symphony(?:[ \t]+(\S+))?(?:[ \t]+(.*))?[ \t]*$/i;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

export function readCommentCommand(comment: string): CommentReading {
  if (comment.includes(COMMENT_MARKER)) return { kind: 'none' };
  const lines = linesOf(comment);
  const found = findCall(lines);
  if (!found) return { kind: 'none' };
  const { at, word, rest } = found;
  return readCall(word, [rest, ...lines.slice(at + 1)].join('\n').trim());
}

/**
 * What a comment on offered work says to its author: all of it, or nothing where it commands; only `retry` asks the
 * author to take up what stands beside it. Nothing of what Symphony wrote itself.
 */
export function remarkIn(comment: string): string {
  if (comment.includes(COMMENT_MARKER)) return '';
  const reading = readCommentCommand(comment);
  if (reading.kind === 'none') return bare(comment);
  if (reading.kind === 'unclear' || reading.command.name !== 'retry') return '';
  const lines = linesOf(comment);
  for (let found = findCall(lines); found; found = findCall(lines))
    lines.splice(found.at, goesOn(found.word) ? lines.length : 1);
  return bare(lines.join('\n'));
}

/** Without empty lines around it; what is set in stays so. */
const bare = (text: string): string => text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();

const linesOf = (comment: string): string[] => comment.slice(0, LONGEST_COMMENT).split(/\r\n|\r|\n/);

interface Call {
  readonly at: number;
  readonly word: string;
  readonly rest: string;
}

function findCall(lines: readonly string[]): Call | null {
  let fence: string | null = null;
  for (const [at, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined) fence = nextFence(fence, mark);
    if (fence !== null || mark !== undefined) continue;
    const call = CALL.exec(line);
    if (call) return { at, word: nameOf(call[1] ?? ''), rest: call[2] ?? '' };
  }
  return null;
}

const nameOf = (word: string): string => word.toLowerCase().replace(/[.!]+$/, '');
const goesOn = (name: string): name is 'answer' | 'steer' => name === 'answer' || name === 'steer';

/** The same text to read, and nobody's command: for trackers on which our marker cannot be seen. */
export const withoutCommands = (text: string): string => text.replace(/^( {0,3})(?=\/symphony)/gim, '$1\\');

/** A fence is closed by one of its own kind that is no shorter. */
function nextFence(open: string | null, mark: string): string | null {
  if (open === null) return mark;
  return mark[0] === open[0] && mark.length >= open.length ? null : open;
}

function readCall(name: string, rest: string): CommentReading {
  const plain = PLAIN.find((each) => each === name);
  if (plain) return { kind: 'command', command: { name: plain } };
  if (goesOn(name)) {
    if (rest !== '') return { kind: 'command', command: { name, text: rest } };
    return {
      kind: 'unclear',
      reason: `There is nothing to say: write it behind the word, as in \`/symphony ${name} Use the old format.\``,
    };
  }
  const shown = name.replaceAll(/[^a-z0-9-]/g, '').slice(0, 30);
  return {
    kind: 'unclear',
    reason: `${shown === '' ? 'There is no command' : `"${shown}" is no command`}; Symphony knows ${KNOWN}.`,
  };
}
