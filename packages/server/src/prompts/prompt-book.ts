import { join } from 'node:path';
import { PortError, type PromptBook, type PromptRequest } from '@symphony/domain';
import { namedPrompts, PROMPT_FOLDER, type ProjectConfig } from '../config/index.ts';
import type { WorkflowPrompt } from '../workflow/index.ts';
import { DEFAULT_TEMPLATE, guidance, isShort, RETRY_HEADING, withReport, withSteering } from './built-in.ts';
import { openPromptFolder } from './prompt-folder.ts';
import { routePrompt } from './route.ts';
import { renderTemplate, type TemplateSource } from './template.ts';
import { brokenTemplate } from './template-error.ts';
import { SAMPLE_ITEM, variablesOf } from './variable.ts';
import { renderWorkflow } from './workflow-template.ts';

export interface PromptBookRequest {
  readonly root: string;
  /** Asked at every rendering, so that a changed configuration applies to the next prompt. */
  readonly config: () => ProjectConfig;
  /** The prompt of a WORKFLOW.md, which stands for `default.md` (C22). */
  readonly workflow?: () => WorkflowPrompt | null;
}

export interface CheckedPromptBook extends PromptBook {
  /** Tries every template on a sample item and returns what is wrong with them. */
  check(): Promise<readonly PortError[]>;
}

/** Templates are read at every rendering: an edit counts from the next prompt on (C21). */
export function openPrompts({ root, config, workflow = () => null }: PromptBookRequest): CheckedPromptBook {
  const targetOf = (request: PromptRequest): string => request.target ?? config().target;
  const renderWith = async (name: string | null, request: PromptRequest): Promise<string> => {
    const ofWorkflow = name === null ? workflow() : null;
    const { text, usesReport } = ofWorkflow
      ? await renderWorkflow(root, ofWorkflow, variablesOf(request, targetOf(request)))
      : await renderTemplate(root, openTemplate(root, name), variablesOf(request, targetOf(request)));
    const whole = withReport(text, request.context ?? null);
    if (request.kind !== 'retry' || usesReport || !request.report?.trim()) return whole;
    return withReport(whole, `${RETRY_HEADING}\n\n${request.report.trim()}`);
  };

  return {
    async render(request) {
      const { kind, report, item } = request;
      const text = isShort(kind)
        ? guidance(kind, targetOf(request), report)
        : await renderWith(routePrompt(config(), item), request);
      return withSteering(text, request.steering);
    },

    async check() {
      const names = new Set<string | null>(namedPrompts(config()).map(({ name }) => name));
      if (config().prompts.default === null) names.add(null);
      const found: PortError[] = [];
      for (const name of names) {
        await renderWith(name, SAMPLE_REQUEST).catch((error: unknown) => {
          if (!(error instanceof PortError)) throw error;
          found.push(error);
        });
      }
      return found;
    },
  };
}

const SAMPLE_REQUEST: PromptRequest = {
  item: SAMPLE_ITEM,
  attempt: 2,
  kind: 'retry',
  report: 'A sample report.',
};

/** `null`: `default.md` where there is one, else the built-in text. */
function openTemplate(root: string, name: string | null): TemplateSource {
  const shown = `${PROMPT_FOLDER}/${name ?? 'default.md'}`;
  const { files } = openPromptFolder(join(root, PROMPT_FOLDER));
  const file = join(root, shown);
  if (!files.existsSync(file)) {
    // A file that is named and not there is a mistake; it is never replaced without a word.
    if (name !== null) throw brokenTemplate({ file: shown, line: null }, 'there is no such file');
    return { text: DEFAULT_TEMPLATE, name: `${PROMPT_FOLDER}/built-in` };
  }
  try {
    const text = files.readFileSync(file);
    return { text: text.trim() === '' ? DEFAULT_TEMPLATE : text, name: shown };
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    throw brokenTemplate({ file: shown, line: null }, `the file cannot be read (${code})`, cause);
  }
}
