export { findWorkflow } from './find.ts';
export { openWorkflow, type WorkflowPrompt } from './source.ts';
