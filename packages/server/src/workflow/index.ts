export { findWorkflow, WORKFLOW_FILE } from './find.ts';
export { openWorkflow, type WorkflowPrompt } from './source.ts';
