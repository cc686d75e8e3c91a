import { join, relative } from 'node:path';
import { PortError } from '@symphony/domain';
import { Liquid } from 'liquidjs';
import { PROMPT_FOLDER } from '../config/index.ts';
import { openPromptFolder } from './prompt-folder.ts';
import { brokenTemplate, templateError } from './template-error.ts';
import { ITEM_NAMES, type PromptVariables, VARIABLE_NAMES } from './variable.ts';

/** A template is text by its owner; bounds keep a slip in it from taking the process along. */
const LIMITS = { parseLimit: 1_000_000, renderLimit: 5_000, memoryLimit: 50_000_000 } as const;

export interface TemplateSource {
  readonly text: string;
  /** Where it lies, as people are told of it: relative to the top of the repository. */
  readonly name: string;
}

export interface Rendered {
  readonly text: string;
  /** The template puts the report somewhere itself. */
  readonly usesReport: boolean;
}

/** Renders a template strictly. Values are only ever values: nothing in them is read as a template. */
export async function renderTemplate(
  root: string,
  source: TemplateSource,
  variables: PromptVariables,
): Promise<Rendered> {
  const folder = join(root, PROMPT_FOLDER);
  const { files, seen } = openPromptFolder(folder);
  const engine = new Liquid({
    ...LIMITS,
    root: [folder],
    partials: [folder],
    layouts: [folder],
    fs: files,
    extname: '.md',
    cache: false,
    strictFilters: true,
    strictVariables: true,
    // Optional fields must be askable; names that cannot exist are found by `checkNames`.
    lenientIf: true,
    ownPropertyOnly: true,
    timezoneOffset: 0,
  });
  const show = (file: string): string => relative(root, file).replaceAll('\\', '/');
  try {
    const parsed = engine.parse(source.text, join(root, source.name));
    const { globals } = await engine.analyze(parsed);
    checkNames(globals, (file) => (file === undefined ? source.name : show(file)));
    const text: unknown = await engine.render(parsed, variables);
    return { text: String(text), usesReport: 'report' in globals };
  } catch (error) {
    if (error instanceof PortError) throw error;
    const texts = [...seen].map(([file, text]) => [show(file), text] as const);
    throw templateError(withShownFile(error, show), new Map([[source.name, source.text], ...texts]));
  }
}

/** liquidjs names files by where they really are; people are told the place in the repository. */
function withShownFile(error: unknown, show: (file: string) => string): unknown {
  const token = (error as { token?: { file?: string } }).token;
  if (token?.file) token.file = show(token.file);
  return error;
}

type Globals = Awaited<ReturnType<Liquid['analyze']>>['globals'];

/** Finds names that do not exist also where this item does not lead: in conditions and branches not taken. */
function checkNames(globals: Globals, show: (file: string | undefined) => string): void {
  for (const use of Object.values(globals).flat()) {
    const [first, second] = use.segments;
    const isItem = first === 'item' || first === 'issue';
    const known =
      VARIABLE_NAMES.includes(String(first)) &&
      (!isItem || typeof second !== 'string' || ITEM_NAMES.includes(second));
    if (known) continue;
    const full = isItem ? `${first}.${String(second)}` : String(first);
    const place = { file: show(use.location.file), line: use.location.row };
    throw brokenTemplate(place, `there is no variable \`${full}\``);
  }
}
