export { type Summary, summarizeTool } from './summarize.ts';
