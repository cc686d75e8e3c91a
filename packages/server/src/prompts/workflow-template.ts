import { PortError } from '@symphony/domain';
import type { WorkflowPrompt } from '../workflow/index.ts';
import { type Rendered, renderTemplate } from './template.ts';
import { TemplateError } from './template-error.ts';
import type { PromptVariables } from './variable.ts';

/** Where the file has no words of its own (svc-P3). */
const USUAL_WORDS = `You are working on an issue from the configured tracker.

{{ issue.identifier }}: {{ issue.title }}
{% if issue.description %}
{{ issue.description }}
{% endif %}`;

/**
 * The body of a WORKFLOW.md. Its `attempt` counts from the first retry on, and what is wrong with it
 * has the specification's names (svc-P2, svc-W5).
 */
export async function renderWorkflow(
  root: string,
  { name, text, line }: WorkflowPrompt,
  variables: PromptVariables,
): Promise<Rendered> {
  const attempt = variables.attempt === null ? null : Math.max(1, variables.attempt - 1);
  // Moved down to where it stands in the file, so that the lines of mistakes are the file's.
  const source = { text: '\n'.repeat(Math.max(0, line - 1)) + (text === '' ? USUAL_WORDS : text), name };
  try {
    const rendered = await renderTemplate(root, source, { ...variables, attempt });
    return { ...rendered, text: rendered.text.trimStart() };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const { failure, stage } = error;
    throw new PortError({ ...failure, message: `template_${stage}_error: ${failure.message}` }, error);
  }
}
