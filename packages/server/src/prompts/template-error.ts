import { type Failure, PortError } from '@symphony/domain';

/** What liquidjs throws, as far as it is read here. */
interface LiquidFault {
  readonly name?: string;
  readonly message: string;
  readonly originalError?: { readonly message?: string };
  readonly token?: {
    readonly file?: string;
    /** The whole text the token stands in. */
    readonly input?: string;
    getPosition?(): readonly [line: number, column: number];
  };
}

/** A template that cannot be read at all, or only not with these values. */
export class TemplateError extends PortError {
  readonly stage: 'parse' | 'render';
  constructor(failure: Failure, stage: 'parse' | 'render', cause?: unknown) {
    super(failure, cause);
    this.stage = stage;
  }
}

/** Where in the templates something stands. */
export interface TemplatePlace {
  readonly file: string;
  readonly line: number | null;
}

/** A template that cannot be used, naming file and line. `texts` are the templates read, by name. */
export function templateError(error: unknown, texts: ReadonlyMap<string, string>): TemplateError {
  const fault = error as LiquidFault;
  // The first line only: the rest quotes the template around the place.
  const said = (fault.originalError?.message ?? fault.message).split('\n')[0] ?? '';
  const lost = /^ENOENT: Failed to lookup "(.*?)" in/.exec(said)?.[1];
  const place = placeOf(fault, texts) ?? placeOfName(lost, texts);
  const what =
    lost === undefined
      ? sentence(said.replace(/, (?:file:.*, )?line:\d+, col:\d+$/, ''))
      : `there is no prompt file \`${lost}\` inside the prompts folder`;
  const unread = ['ParseError', 'TokenizationError'].includes(fault.name ?? '');
  return brokenTemplate(
    place,
    what,
    error,
    unread && !said.startsWith('undefined filter') ? 'parse' : 'render',
  );
}

export const brokenTemplate = (
  place: TemplatePlace,
  what: string,
  cause?: unknown,
  stage: TemplateError['stage'] = 'render',
): TemplateError =>
  new TemplateError(
    {
      code: 'invalid',
      message: `The prompt cannot be used: ${what} (${place.file}${place.line === null ? '' : `:${place.line}`})`,
      nextStep: `Correct ${place.file}.`,
    },
    stage,
    cause,
  );

/** liquidjs forgets the file of most tokens, but not the text they came from. */
function placeOf({ token }: LiquidFault, texts: ReadonlyMap<string, string>): TemplatePlace | null {
  const line = token?.getPosition?.()[0];
  if (line === undefined) return null;
  const file = token?.file ?? [...texts].find(([, text]) => text === token?.input)?.[0];
  return { file: file ?? firstOf(texts), line };
}

function placeOfName(name: string | undefined, texts: ReadonlyMap<string, string>): TemplatePlace {
  for (const [file, text] of texts) {
    const at = name ? text.indexOf(name) : -1;
    if (at >= 0) return { file, line: text.slice(0, at).split('\n').length };
  }
  return { file: firstOf(texts), line: null };
}

const firstOf = (texts: ReadonlyMap<string, string>): string => texts.keys().next().value ?? '';

function sentence(said: string): string {
  const variable = /^undefined variable: (.*)$/.exec(said)?.[1];
  if (variable !== undefined) return `there is no variable \`${variable}\``;
  const filter = /^undefined filter: (.*)$/.exec(said)?.[1];
  return filter === undefined ? said : `there is no filter \`${filter}\``;
}
